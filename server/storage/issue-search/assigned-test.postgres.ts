import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { likeOf } from "#server/storage/issue-search/text-glob.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { IssueTest } from "./tests.postgres.ts";
import { sql } from "#server/storage/sql.ts";

const selectNamed =
  "SELECT id FROM users WHERE lower(email) LIKE ANY($1::text[]) OR lower(name) LIKE ANY($1::text[])";

/** Assigned to one of these: `me`, `none`, an email address, or a name; case-insensitive. */
export async function assignedTest(
  query: Query,
  { projectId, viewer }: { projectId: ProjectId; viewer: UserId | undefined },
  values: TextMatch[],
): Promise<IssueTest> {
  const words = values.map((value) => (typeof value === "string" ? value.toLowerCase() : value));
  const names = words
    .filter((word) => word !== "me" && word !== "none")
    .map((word) => likeOf(word).toLowerCase());
  const named = names.length === 0 ? [] : await query<{ id: number }>(selectNamed, names);
  const ids = [
    ...named.map(({ id }) => id),
    ...(words.includes("me") && viewer !== undefined ? [viewer] : []),
  ];
  const among = sql`i.assignee_id = ANY(${ids}::bigint[])`;
  if (words.includes("none")) return { condition: sql`(i.assignee_id IS NULL OR ${among})` };
  const source = sql`SELECT i.id FROM issues i WHERE i.project_id = ${projectId} AND ${among}`;
  return { condition: among, source, isExact: true };
}
