import type { DatabaseSync } from "node:sqlite";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import type { IssueTest } from "./tests.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { globOf, lowered } from "#server/storage/issue-search/text-glob.ts";

/** Seen in one of these environments at any time. */
export function environmentTest(
  reader: DatabaseSync,
  projectId: number,
  values: TextMatch[],
): IssueTest {
  const named = prepare<{ id: number }>(
    reader,
    "SELECT id FROM environments WHERE project_id = ? AND lower(name) GLOB ?",
  );
  const ids = [
    ...new Set(
      values.flatMap((value) => named.all(projectId, globOf(lowered(value))).map(({ id }) => id)),
    ),
  ];
  const among = `environment_id IN (${ids.join()})`;
  return {
    condition: {
      sql: `EXISTS (SELECT 1 FROM issue_environments e WHERE e.${among} AND e.issue_id = i.id)`,
      values: [],
    },
    source: {
      sql: `SELECT DISTINCT issue_id AS id FROM issue_environments WHERE ${among}`,
      values: [],
    },
  };
}
