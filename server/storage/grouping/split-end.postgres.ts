import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { userHash } from "#server/storage/layout/user-hash.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import type { CountedMove } from "./event-moves.postgres.ts";
import { countPlaces } from "#server/storage/issues/counts.postgres.ts";
import { lockIssues } from "#server/storage/issues/row.postgres.ts";
import { countTerms } from "#server/storage/tags/terms.postgres.ts";

const ofIssue = "WHERE project_id = $1 AND issue_id = $2";
const clearHours = `DELETE FROM issue_hours ${ofIssue} AND count <= 0`;
const clearDays = `DELETE FROM issue_days ${ofIssue} AND count <= 0`;
const clearTags = `DELETE FROM issue_tags ${ofIssue} AND count <= 0 RETURNING key, value`;
const countValues = `UPDATE issue_tag_keys k SET distinct_values = (SELECT count(*) FROM issue_tags t
    WHERE t.project_id = $1 AND t.issue_id = $2 AND t.key = k.key) ${ofIssue}`;
const clearKeys = `DELETE FROM issue_tag_keys ${ofIssue} AND distinct_values = 0 RETURNING key`;
const selectLeft = `SELECT environment_id FROM issue_environments e ${ofIssue} AND NOT EXISTS (SELECT 1 FROM issue_days d
  WHERE d.project_id = $1 AND d.issue_id = $2 AND d.environment_id = e.environment_id)`;
const leave = `DELETE FROM issue_environments ${ofIssue} AND environment_id = ANY($3::bigint[])`;

const selectInBoth = `SELECT a.user_hash FROM issue_users a
  JOIN issue_users b ON b.project_id = $1 AND b.issue_id = $3 AND b.user_hash = a.user_hash
  WHERE a.project_id = $1 AND a.issue_id = $2`;
const forgetUsers = `DELETE FROM issue_users ${ofIssue} AND user_hash = ANY($3::bigint[])`;
const selectUsers = `SELECT DISTINCT "user" FROM events ${ofIssue} AND day = ANY($3::date[]) AND "user" IS NOT NULL`;

const selectTimes =
  "SELECT first_seen, last_seen, first_release, last_release FROM issues WHERE project_id = $1 AND id = $2";
const selectKnown = `SELECT min(first_seen) AS first, max(first_seen) AS last FROM fingerprints ${ofIssue}`;
const ofDays = `FROM events ${ofIssue} AND day = ANY($3::date[])`;
const selectSights = `SELECT min(received_at) AS first, max(received_at) AS last ${ofDays}`;
const selectRelease = (order: "ASC" | "DESC") =>
  `SELECT release ${ofDays} AND release IS NOT NULL ORDER BY received_at ${order}, event_id ${order} LIMIT 1`;
const selectNewest = selectRelease("DESC");
const selectOldest = selectRelease("ASC");
const settle = `UPDATE issues SET first_seen = $3, last_seen = $4, first_release = $5, last_release = $6,
    user_count = (SELECT count(*) FROM issue_users WHERE project_id = $1 AND issue_id = $2)
  WHERE project_id = $1 AND id = $2`;

type TimesRow = {
  first_seen: number;
  last_seen: number;
  first_release: string | null;
  last_release: string | null;
};
type KnownRow = { first: number; last: number };
type SightsRow = { first: number | null; last: number | null };
type ReleaseRow = { release: string };

/**
 * Runs after all events of an unmerge are moved, for values that can't be added and subtracted.
 * Users seen in both, and first and last seen, are read from the remaining events, as far as days
 * are `kept`. Use in a transaction that holds the project.
 */
export async function endSplit(query: Query, move: CountedMove, kept: Day[]): Promise<void> {
  const { projectId, to, countedIn } = move;
  await lockIssues(query, projectId, [to, countedIn]);
  await forgetWhoLeft(query, move, kept);
  for (const id of [countedIn, to]) {
    await clear(query, projectId, id);
    await settleTimes(query, projectId, id, kept);
  }
}

async function forgetWhoLeft(
  query: Query,
  { projectId, to, countedIn }: CountedMove,
  kept: Day[],
): Promise<void> {
  const both = await query<{ user_hash: number }>(selectInBoth, projectId, countedIn, to);
  if (both.length === 0) return;
  const seen = await query<{ user: string }>(selectUsers, projectId, countedIn, kept);
  const still = new Set(seen.map(({ user }) => userHash(user)));
  const gone = both.map(({ user_hash }) => user_hash).filter((hash) => !still.has(hash));
  await query(forgetUsers, projectId, countedIn, gone);
}

async function clear(query: Query, projectId: ProjectId, issueId: IssueId): Promise<void> {
  const of = [projectId, issueId] as const;
  const [values] = await Promise.all([
    query<{ key: string; value: string }>(clearTags, ...of),
    query(clearHours, ...of),
    query(clearDays, ...of),
  ]);
  await query(countValues, ...of);
  const [keys, left] = await Promise.all([
    query<{ key: string }>(clearKeys, ...of),
    query<{ environment_id: number }>(selectLeft, ...of),
  ]);
  const places = left.map(({ environment_id }) => ({ issueId, environmentId: environment_id }));
  const environments = left.map(({ environment_id }) => environment_id);
  await countTerms(query, projectId, { values, keys }, -1);
  await countPlaces(query, projectId, places, -1);
  await query(leave, ...of, environments);
}

/** From its stored events; before those, from its fingerprints' first seen. */
async function settleTimes(
  query: Query,
  projectId: ProjectId,
  issueId: IssueId,
  kept: Day[],
): Promise<void> {
  const of = [projectId, issueId] as const;
  const [[was], [known], [now], [newest], [oldest]] = await Promise.all([
    query<TimesRow>(selectTimes, ...of),
    query<KnownRow>(selectKnown, ...of),
    query<SightsRow>(selectSights, ...of, kept),
    query<ReleaseRow>(selectNewest, ...of, kept),
    query<ReleaseRow>(selectOldest, ...of, kept),
  ]);
  if (!was || !known || !now) return;
  const oldestDay = kept.at(-1);
  const keptFrom = oldestDay === undefined ? Infinity : Date.parse(oldestDay);
  const isOlder = was.first_seen < keptFrom && known.first < keptFrom;
  const firstSeen = Math.min(known.first, now.first ?? known.first);
  await query(
    settle,
    ...of,
    firstSeen,
    Math.max(now.last ?? known.last, firstSeen),
    isOlder ? was.first_release : (oldest?.release ?? null),
    newest?.release ?? (isOlder ? was.last_release : null),
  );
}
