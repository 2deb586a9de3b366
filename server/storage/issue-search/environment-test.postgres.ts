import type { ProjectId } from "#server/domain/ids.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { likeOf, lowered } from "#server/storage/issue-search/text-glob.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { isThere } from "./filter.postgres.ts";
import type { IssueTest } from "./tests.postgres.ts";
import { sql } from "#server/storage/sql.ts";

const selectNamed =
  "SELECT id FROM environments WHERE project_id = $1 AND lower(name) LIKE ANY($2::text[])";

/** Seen in one of these environments at any time. */
export async function environmentTest(
  query: Query,
  projectId: ProjectId,
  values: TextMatch[],
): Promise<IssueTest> {
  const rows = await query<{ id: number }>(selectNamed, projectId, values.map(lowered).map(likeOf));
  const ids = rows.map(({ id }) => id);
  const among = sql`e.project_id = ${projectId} AND e.environment_id = ANY(${ids}::bigint[])`;
  return {
    condition: isThere(sql`issue_environments e WHERE ${among} AND e.issue_id = i.id`),
    source: sql`SELECT e.issue_id AS id FROM issue_environments e WHERE ${among}`,
    isExact: true,
  };
}
