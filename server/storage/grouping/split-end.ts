import type { IssueId } from "#server/domain/ids.ts";
import type { Day } from "#server/domain/time.ts";
import { firstOf } from "#server/storage/database.ts";
import type { EventSlice } from "#server/storage/events/slices.ts";
import type { HeldProject } from "#server/storage/grouping/held-project.ts";
import { ofIssue } from "#server/storage/issues/of-issue.ts";
import { lockIssues } from "#server/storage/issues/stored-issues.ts";
import { userHash } from "#server/storage/layout/user-hash.ts";
import { isAnyOf, raw, sql } from "#server/storage/sql.ts";
import type { CountedMove } from "./event-moves.ts";
import { userCount } from "./merge.ts";
import { countValues } from "./merge-rows.ts";

type TimesRow = {
  first_seen: number;
  last_seen: number;
  first_release: string | null;
  last_release: string | null;
};
type SightsRow = {
  first: number | null;
  last: number | null;
  oldest: string | null;
  newest: string | null;
};

/** All stored events: the oldest day, and the slices, newest first. */
type KeptEvents = { oldestDay: Day | undefined; slices: EventSlice[] };

/**
 * Runs after all events of an unmerge are moved, for values that can't be added and subtracted.
 * Users seen in both, and first and last seen, are read from the remaining events, as far as days
 * are stored.
 */
export async function endSplit(
  held: HeldProject,
  { to, countedIn }: CountedMove,
  kept: KeptEvents,
): Promise<void> {
  await lockIssues(held.query, held.projectId, [to, countedIn]);
  await forgetWhoLeft(held, countedIn, to, kept);
  for (const id of [countedIn, to]) {
    await clear(held, id);
    await settleTimes(held, id, kept);
  }
}

async function forgetWhoLeft(
  { projectId, query }: HeldProject,
  from: IssueId,
  to: IssueId,
  { slices }: KeptEvents,
): Promise<void> {
  const both = await query<{ user_hash: number }>(sql`SELECT user_hash FROM issue_users
    WHERE ${ofIssue(projectId, from)} AND user_hash IN (SELECT user_hash FROM issue_users WHERE ${ofIssue(projectId, to)})`);
  if (both.length === 0) return;
  const still = new Set<number>();
  for (const slice of slices) {
    const seen = await slice.query<{ user: string }>(sql`SELECT DISTINCT "user" FROM events
      WHERE ${slice.within} AND issue_id = ${from} AND "user" IS NOT NULL`);
    for (const { user } of seen) still.add(userHash(user));
  }
  const gone = both.map(({ user_hash }) => user_hash).filter((hash) => !still.has(hash));
  await query(sql`DELETE FROM issue_users
    WHERE ${ofIssue(projectId, from)} AND ${isAnyOf(raw("user_hash"), gone)}`);
}

async function clear(held: HeldProject, issueId: IssueId): Promise<void> {
  const { projectId, query } = held;
  const ofThis = ofIssue(projectId, issueId);
  const [values] = await Promise.all([
    query<{ key: string; value: string }>(
      sql`DELETE FROM issue_tags WHERE ${ofThis} AND count <= 0 RETURNING key, value`,
    ),
    query(sql`DELETE FROM issue_hours WHERE ${ofThis} AND count <= 0`),
    query(sql`DELETE FROM issue_days WHERE ${ofThis} AND count <= 0`),
  ]);
  await countValues(held, issueId);
  const [keys, left] = await Promise.all([
    query<{ key: string }>(
      sql`DELETE FROM issue_tag_keys WHERE ${ofThis} AND distinct_values = 0 RETURNING key`,
    ),
    query<{
      environment_id: number;
    }>(sql`SELECT environment_id FROM issue_environments WHERE ${ofThis}
      AND environment_id NOT IN (SELECT environment_id FROM issue_days WHERE ${ofThis})`),
  ]);
  const environments = left.map(({ environment_id }) => environment_id);
  await held.forgetTerms({ values, keys });
  await held.countPlaces(
    environments.map((environmentId) => ({ issueId, environmentId })),
    -1,
  );
  await query(sql`DELETE FROM issue_environments
    WHERE ${ofThis} AND ${isAnyOf(raw("environment_id"), environments)}`);
}

/** From its stored events; before those, from its fingerprints' first seen. */
async function settleTimes(
  { projectId, query }: HeldProject,
  issueId: IssueId,
  { oldestDay, slices }: KeptEvents,
): Promise<void> {
  const ofThis = sql`WHERE project_id = ${projectId} AND issue_id = ${issueId}`;
  const ofId = sql`WHERE project_id = ${projectId} AND id = ${issueId}`;
  const [was, known, sights] = await Promise.all([
    firstOf(
      query<TimesRow>(
        sql`SELECT first_seen, last_seen, first_release, last_release FROM issues ${ofId}`,
      ),
    ),
    firstOf(
      query<{ first: number; last: number }>(
        sql`SELECT min(first_seen) AS first, max(first_seen) AS last FROM fingerprints ${ofThis}`,
      ),
    ),
    Promise.all(slices.map((slice) => sightsIn(slice, issueId))),
  ]);
  if (!was || !known) return;
  const now = sights.filter(({ first }) => first !== null);
  const keptFrom = oldestDay === undefined ? Infinity : Date.parse(oldestDay);
  const isOlder = was.first_seen < keptFrom && known.first < keptFrom;
  const firstSeen = Math.min(known.first, now.at(-1)?.first ?? known.first);
  const lastSeen = Math.max(now[0]?.last ?? known.last, firstSeen);
  const oldest = now.findLast((each) => each.oldest !== null)?.oldest ?? null;
  const newest = now.find((each) => each.newest !== null)?.newest ?? null;
  await query(sql`UPDATE issues SET first_seen = ${firstSeen}, last_seen = ${lastSeen},
      first_release = ${isOlder ? was.first_release : oldest},
      last_release = ${newest ?? (isOlder ? was.last_release : null)}, user_count = ${userCount(projectId, issueId)} ${ofId}`);
}

async function sightsIn({ query, within }: EventSlice, issueId: IssueId): Promise<SightsRow> {
  const events = sql`FROM events WHERE ${within} AND issue_id = ${issueId}`;
  const release = (order: string) => sql`(SELECT release ${events} AND release IS NOT NULL
    ORDER BY received_at ${raw(order)}, event_id ${raw(order)} LIMIT 1)`;
  const row = await firstOf(
    query<SightsRow>(sql`SELECT min(received_at) AS first, max(received_at) AS last,
      ${release("ASC")} AS oldest, ${release("DESC")} AS newest ${events}`),
  );
  return row ?? { first: null, last: null, oldest: null, newest: null };
}
