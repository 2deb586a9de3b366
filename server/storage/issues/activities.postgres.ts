import type { ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { relateToRelease } from "#server/storage/releases/changes.postgres.ts";

const takeIds = "UPDATE log_end SET last = last + $1 RETURNING last";
const insert = `INSERT INTO activities (project_id, id, issue_id, at, user_id, what)
  SELECT $1, id, issue_id, at, user_id, what
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
    AS entry(id, issue_id, at, user_id, what)`;

/**
 * Use as late in a transaction as possible: other writers of the log wait for its end, so that IDs
 * follow the order of commits. Returns the entries' IDs.
 */
export async function addActivities(
  query: Query,
  projectId: ProjectId,
  activities: Activity[],
): Promise<number[]> {
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
