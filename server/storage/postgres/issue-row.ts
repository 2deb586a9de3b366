import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { type IssueRow, issueOf } from "#server/storage/layout/issue-row.ts";
import type { Query } from "./database.ts";
import { userNames } from "#server/storage/people/user-names.ts";
import { nounQuery } from "./noun-database.ts";

/** What an issue's own row says of it. */
export type StoredIssueRow = Omit<IssueRow, "prefix" | "assignee_name">;

/** Every column of an issue that leaves the store. Ends before WHERE; `i` is the issue. */
export const selectIssue = `SELECT i.id, i.project_id, i.number, i.type, i.value, i.culprit, i.level, i.platform, i.standing,
  i.event_count, i.user_count, i.first_seen, i.last_seen, i.newest_event, i.first_release, i.last_release, i.assignee_id, i.unhandled
  FROM issues i`;

const selectPrefix = "SELECT prefix FROM projects WHERE id = $1";
const selectByIds = `${selectIssue} WHERE i.project_id = $1 AND i.id = ANY($2::bigint[]) ORDER BY i.id`;
const lockByIds = `${selectByIds} FOR UPDATE`;

/** Issues of one project as they come from `rows`, with what else they are called by: how short ids begin, people's names. */
export async function issuesFrom(
  query: Query,
  projectId: ProjectId,
  rows: Promise<StoredIssueRow[]>,
): Promise<Issue[]> {
  const [found, [project]] = await Promise.all([rows, query<{ prefix: string }>(selectPrefix, projectId)]);
  const names = await userNames(
    nounQuery(query),
    found.map(({ assignee_id }) => assignee_id),
  );
  return found.map((row) =>
    issueOf({ ...row, prefix: project!.prefix, assignee_name: names.get(row.assignee_id ?? 0) ?? null }),
  );
}

/** Those of them that there are, by id. */
export async function issuesByIds(query: Query, projectId: ProjectId, ids: number[]): Promise<Map<number, Issue>> {
  if (ids.length === 0) return new Map();
  return byId(await issuesFrom(query, projectId, query<StoredIssueRow>(selectByIds, projectId, ids)));
}

/** As `issuesByIds`; until the transaction ends nobody else changes them. */
export async function lockIssues(query: Query, projectId: ProjectId, ids: number[]): Promise<Map<number, Issue>> {
  if (ids.length === 0) return new Map();
  return byId(await issuesFrom(query, projectId, query<StoredIssueRow>(lockByIds, projectId, ids)));
}

const byId = (issues: Issue[]): Map<number, Issue> => new Map(issues.map((issue) => [issue.id, issue]));
