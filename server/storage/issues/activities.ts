import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Activity, ActivityKind, LoggedAct } from "#server/domain/issue/activity.ts";
import type { Actor } from "#server/domain/issue/state.ts";
import { firstOf, type Query } from "#server/storage/database.ts";
import { userNames } from "#server/storage/people/user-names.ts";
import {
  allOf,
  anyOf,
  byDialect,
  ifGiven,
  isAnyOf,
  raw,
  type Sql,
  sql,
} from "#server/storage/sql.ts";
import type { IssueStore, RecentActivity } from "./issue-store.ts";
import { ofIssue, ofIssues } from "./of-issue.ts";

type ActivityRow = {
  id: number;
  issue_id: number;
  at: number;
  user_id: number | null;
  former: number;
  what: string;
};

/** `name`: who did it. `to_name`: the new assignee. */
type NamedActivityRow = ActivityRow & { name: string | null; to_name: string | null };

const columns = raw("a.id, a.issue_id, a.at, a.user_id, a.former, a.what");
/** In PostgreSQL, an entry is stored with its project. */
const log = byDialect(
  raw("activities a CROSS JOIN issues i ON i.id = a.issue_id"),
  raw("activities a"),
);
const project = byDialect(raw("i.project_id"), raw("a.project_id"));
/** The last assigned ID, even if its entry was deleted with its issue. */
const newest = byDialect(
  raw("SELECT seq AS last FROM sqlite_sequence WHERE name = 'activities'"),
  raw("SELECT last FROM log_end"),
);
/** Maximum number of entries read from the log of all projects for one project. */
const mostLookedAt = 20_000;

function recent(projectId: ProjectId, { kinds, since, limit }: RecentActivity): Sql {
  // The kind comes first. Not read as JSON, because PostgreSQL rejects text with half a surrogate
  // pair.
  const isOfKind = anyOf(kinds.map((kind) => sql`a.what LIKE ${`{"kind":"${kind}"%`}`));
  return sql`${log} WHERE ${project} = ${projectId} AND a.id > coalesce((${newest}), 0) - ${raw(mostLookedAt)}
    AND a.at >= ${since} AND ${isOfKind} ORDER BY a.id DESC LIMIT ${limit}`;
}

/** A project's issues with one of these activities and its time, once per activity, newest first. */
export async function happenedTo(
  query: Query,
  projectId: ProjectId,
  asked: RecentActivity,
): Promise<{ issueId: IssueId; at: number }[]> {
  const rows = await query<{ issue_id: IssueId; at: number }>(
    sql`SELECT a.issue_id, a.at FROM ${recent(projectId, asked)}`,
  );
  return rows.map(({ issue_id, at }) => ({ issueId: issue_id, at }));
}

type Reads = "activity" | "recentActivity" | "activitySince" | "activityAfter" | "newestActivity";

export const readActivities = (query: Query): Pick<IssueStore, Reads> => ({
  async activity(projectId, issueId) {
    const rows = query<ActivityRow>(sql`SELECT ${columns} FROM activities a
      WHERE ${ofIssue(projectId, issueId)} ORDER BY at DESC, id DESC`);
    return named(query, await rows);
  },
  recentActivity: async (projectId, asked) =>
    named(query, await query<ActivityRow>(sql`SELECT ${columns} FROM ${recent(projectId, asked)}`)),
  async activitySince(projectId, issueId, after) {
    return (await actsSince(query, projectId, [issueId], after)).get(issueId) ?? [];
  },
  async activityAfter(after, limit, of) {
    const isAsked = allOf([
      sql`a.id > ${after}`,
      ifGiven(of, (projectIds) => isAnyOf(project, projectIds)),
    ]);
    const rows = await query<ActivityRow & { project_id: ProjectId }>(
      sql`SELECT ${project} AS project_id, ${columns} FROM ${log} WHERE ${isAsked} ORDER BY a.id LIMIT ${limit}`,
    );
    return rows.map((row) => ({ id: row.id, projectId: row.project_id, ...activityOf(row) }));
  },
  newestActivity: async () => (await firstOf(query<{ last: number }>(sql`${newest}`)))?.last ?? 0,
});

/** Activities of each issue after a log entry, oldest first; issues without any are omitted. */
export async function actsSince(
  query: Query,
  projectId: ProjectId,
  issueIds: IssueId[],
  after: number,
): Promise<Map<IssueId, LoggedAct[]>> {
  const rows = query<ActivityRow>(sql`SELECT ${columns} FROM activities a
    WHERE ${ofIssues(projectId, issueIds)} AND id > ${after} ORDER BY id`);
  return Map.groupBy(await named(query, await rows), ({ issueId }) => issueId);
}

async function named(query: Query, rows: ActivityRow[]): Promise<LoggedAct[]> {
  const told = rows.map((row) => ({ row, to: toOf(row) }));
  const names = await userNames(
    query,
    told.flatMap(({ row, to }) => [row.user_id, to]),
  );
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return told.map(({ row, to }) =>
    namedActivityOf({ ...row, name: nameOf(row.user_id), to_name: nameOf(to) }),
  );
}

function toOf({ what }: ActivityRow): number | null {
  const { to } = JSON.parse(what) as { to?: unknown };
  return typeof to === "number" ? to : null;
}

function namedActivityOf(row: NamedActivityRow): LoggedAct {
  const { id, name, to_name } = row;
  return {
    ...activityOf(row),
    ...(name !== null && { byName: name }),
    id,
    ...(to_name !== null && { toName: to_name }),
  };
}

function activityOf(row: ActivityRow): Activity {
  return {
    issueId: row.issue_id as IssueId,
    at: row.at,
    by: actorOf(row),
    what: JSON.parse(row.what) as ActivityKind,
  };
}

function actorOf({ user_id, former }: ActivityRow): Actor {
  if (user_id !== null) return { kind: "user", id: user_id as UserId };
  return former === 1 ? { kind: "former-user" } : { kind: "system" };
}
