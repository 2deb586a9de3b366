import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Activity, LoggedAct } from "#server/domain/issue/activity.ts";
import { type ActivityRow, activityOf, namedActivityOf } from "#server/storage/layout/activity-row.ts";
import type { IssueStore } from "#server/storage/store.ts";
import type { Query } from "./database.ts";
import { relateToRelease } from "./release-changes.ts";
import { userNames } from "#server/storage/people/user-names.ts";
import { nounQuery } from "./noun-database.ts";

const columns = "id, issue_id, at, user_id, former, what";
const selectOfIssue = `SELECT ${columns} FROM activities WHERE project_id = $1 AND issue_id = $2 ORDER BY at DESC, id DESC`;
const selectSince = `SELECT ${columns} FROM activities
  WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) AND id > $3 ORDER BY id`;
/** How far back the log of all projects is looked through for one. */
const loggedMost = 20_000;
// What happened stands first; not read as JSON, which the database refuses where a text in it has half a surrogate pair.
const selectRecent = `SELECT ${columns} FROM activities
  WHERE project_id = $1 AND id > (SELECT last FROM log_end) - ${loggedMost} AND at >= $2
    AND what LIKE ANY($3::text[]) ORDER BY id DESC LIMIT $4`;
const follow = `SELECT project_id, ${columns} FROM activities WHERE id > $1 ORDER BY id LIMIT $2`;
const takeIds = "UPDATE log_end SET last = last + $1 RETURNING last";
const insert = `INSERT INTO activities (project_id, id, issue_id, at, user_id, what)
  SELECT $1, id, issue_id, at, user_id, what
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
    AS entry(id, issue_id, at, user_id, what)`;

export const readActivity =
  (query: Query): IssueStore["activity"] =>
  async (projectId, issueId) =>
    named(query, await query<ActivityRow>(selectOfIssue, projectId, issueId));

export const readRecentActivity =
  (query: Query): IssueStore["recentActivity"] =>
  async (projectId, { kinds, since, limit }) => {
    const begins = kinds.map((kind) => `{"kind":"${kind}"%`);
    return named(query, await query<ActivityRow>(selectRecent, projectId, since, begins, limit));
  };

/** What happened to an issue after an entry of the log, oldest first. */
export const readActsSince =
  (query: Query): IssueStore["activitySince"] =>
  async (projectId, issueId, after) =>
    named(query, await query<ActivityRow>(selectSince, projectId, [issueId], after));

/** What happened to each of these issues after an entry of the log; those that nothing happened to are left out. */
export async function actsSince(
  query: Query,
  projectId: ProjectId,
  issueIds: IssueId[],
  after: number,
): Promise<Map<IssueId, LoggedAct[]>> {
  const acts = await named(query, await query<ActivityRow>(selectSince, projectId, issueIds, after));
  return Map.groupBy(acts, ({ issueId }) => issueId);
}

export const followActivity =
  (query: Query): IssueStore["activityAfter"] =>
  async (after, limit) => {
    const rows = await query<ActivityRow & { project_id: ProjectId }>(follow, after, limit);
    return rows.map((row) => ({ id: row.id, projectId: row.project_id, ...activityOf(row) }));
  };

export const newestActivity =
  (query: Query): IssueStore["newestActivity"] =>
  async () =>
    (await query<{ last: number }>("SELECT last FROM log_end"))[0]!.last;

/**
 * For use inside a transaction, as late in it as may be: whoever else writes into the log waits for its end, so that ids grow in
 * the order of commits. Returns the entries' ids.
 */
export async function addActivities(query: Query, projectId: ProjectId, activities: Activity[]): Promise<number[]> {
  if (activities.length === 0) return [];
  const [end] = await query<{ last: number }>(takeIds, activities.length);
  const ids = activities.map((_, at) => end!.last - activities.length + 1 + at);
  await Promise.all([
    query(
      insert,
      projectId,
      ids,
      activities.map(({ issueId }) => issueId),
      activities.map(({ at }) => at),
      activities.map(({ by }) => (by.kind === "user" ? by.id : null)),
      activities.map(({ what }) => JSON.stringify(what)),
    ),
    relateToRelease(query, projectId, activities),
  ]);
  return ids;
}

async function named(query: Query, rows: ActivityRow[]): Promise<LoggedAct[]> {
  const told = rows.map((row) => ({ row, to: toOf(row) }));
  const names = await userNames(
    nounQuery(query),
    told.flatMap(({ row, to }) => [row.user_id, to]),
  );
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return told.map(({ row, to }) => namedActivityOf({ ...row, name: nameOf(row.user_id), to_name: nameOf(to) }));
}

function toOf({ what }: ActivityRow): number | null {
  const { to } = JSON.parse(what) as { to?: unknown };
  return typeof to === "number" ? to : null;
}
