import type { DatabaseSync } from "node:sqlite";
import type { UserId } from "#server/domain/ids.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import type { IssueTest } from "./tests.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { globOf } from "#server/storage/issue-search/text-glob.ts";

/** Assigned to one of these: `me`, `none`, an email address, or a name; case-insensitive. */
export function assignedTest(
  reader: DatabaseSync,
  viewer: UserId | undefined,
  values: TextMatch[],
): IssueTest {
  const words = values.map((value) => (typeof value === "string" ? value.toLowerCase() : value));
  const named = prepare<{ id: number }>(
    reader,
    "SELECT id FROM users WHERE lower(email) GLOB ?1 OR lower(name) GLOB ?1",
  );
  const ids = words.flatMap((word) => {
    if (word === "me") return viewer ?? [];
    return word === "none" ? [] : named.all(globOf(word).toLowerCase()).map(({ id }) => id);
  });
  const among = `i.assignee_id IN (${[...new Set(ids)].join()})`;
  if (words.includes("none"))
    return { condition: { sql: `(i.assignee_id IS NULL OR ${among})`, values: [] } };
  return {
    condition: { sql: among, values: [] },
    source: {
      sql: `SELECT i.id FROM issues i WHERE i.assignee_id IS NOT NULL AND ${among}`,
      values: [],
    },
  };
}
