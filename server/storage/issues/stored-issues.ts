import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { firstOf, type Query, type Rows } from "#server/storage/database.ts";
import { userNames } from "#server/storage/people/user-names.ts";
import { byDialect, forUpdate, isAnyOf, raw, type Sql, sql } from "#server/storage/sql.ts";
import { type IssueRow, issueOf, storedColumns } from "./row.ts";

/** The columns of an issue's own row. */
export type StoredIssueRow = Omit<IssueRow, "prefix" | "assignee_name">;

/** Ends before WHERE; `i` is the issue. */
export const selectIssue = sql`SELECT ${raw(storedColumns)} FROM issues i`;

/**
 * Issues of one project from `rows`, with data from other tables: short ID prefix and names of
 * people.
 */
export async function issuesFrom(
  query: Query,
  projectId: ProjectId,
  rows: Promise<StoredIssueRow[]>,
): Promise<Issue[]> {
  const selectPrefix = sql`SELECT prefix FROM projects WHERE id = ${projectId}`;
  const [found, project] = await Promise.all([
    rows,
    firstOf(query<{ prefix: string }>(selectPrefix)),
  ]);
  const names = await userNames(
    query,
    found.map(({ assignee_id }) => assignee_id),
  );
  return found.map((row) =>
    issueOf({
      ...row,
      prefix: project!.prefix,
      assignee_name: names.get(row.assignee_id ?? 0) ?? null,
    }),
  );
}

/** The existing ones, by ID. */
export const issuesByIds = (
  query: Query,
  projectId: ProjectId,
  ids: number[],
): Promise<Map<number, Issue>> => byIds(query, projectId, ids, raw(""));

/** Like `issuesByIds`, and locks them until the transaction ends. */
export const lockIssues = (
  query: Query,
  projectId: ProjectId,
  ids: number[],
): Promise<Map<number, Issue>> => byIds(query, projectId, ids, forUpdate);

/** Without this, SQLite reads all issues of a project instead of looking up a few by ID. */
export const notIndexed: Sql = byDialect(raw(" NOT INDEXED"), raw(""));

async function byIds(
  query: Query,
  projectId: ProjectId,
  ids: number[],
  lock: Sql,
): Promise<Map<number, Issue>> {
  if (ids.length === 0) return new Map();
  const rows: Promise<Rows<StoredIssueRow>> = query(
    sql`${selectIssue}${notIndexed} WHERE i.project_id = ${projectId} AND ${isAnyOf(raw("i.id"), ids)}
      ORDER BY i.id${lock}`,
  );
  return new Map((await issuesFrom(query, projectId, rows)).map((issue) => [issue.id, issue]));
}
