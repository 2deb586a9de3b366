import type { FingerprintHash } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import { readTags } from "#server/storage/events/event-tags.ts";
import type { EventSlice } from "#server/storage/events/slices.ts";
import type { HeldProject } from "#server/storage/grouping/held-project.ts";
import { ofIssue, projectColumn, projectValue } from "#server/storage/issues/of-issue.ts";
import { lockIssues } from "#server/storage/issues/stored-issues.ts";
import { greatest, isAnyText, least, raw, rowsOf, type Sql, sql } from "#server/storage/sql.ts";
import type { CountedMove, Move } from "./event-moves.ts";
import { userCount } from "./merge.ts";

type HourRow = { hour: number; environment: string; count: number; first: number; last: number };
type TagsRow = { tags: string; count: number; last: number };
type Tag = { key: string; value: string; count: number; lastSeen: number };

/** The events of a slice that move. */
export const amongMoved = (within: Sql, { from, hashes }: Move): Sql =>
  sql`${within} AND issue_id = ${from}${ofHashes(hashes)}`;

const ofHashes = (hashes: FingerprintHash[] | null): Sql =>
  hashes === null ? raw("") : sql` AND ${isAnyText(raw("hash"), hashes)}`;

/** Moves one day of events from one issue's counters to another's. Returns the number of events. */
export async function countDay(
  held: HeldProject,
  move: CountedMove,
  slice: EventSlice,
): Promise<number> {
  const { projectId, query } = held;
  const { to, countedIn } = move;
  const events = sql`FROM events WHERE ${amongMoved(slice.within, move)}`;
  const hour = raw(`received_at / ${hourMs} * ${hourMs}`);
  const hours =
    await slice.query<HourRow>(sql`SELECT ${hour} AS hour, coalesce(environment, '') AS environment,
      count(*) AS count, min(received_at) AS first, max(received_at) AS last ${events} GROUP BY 1, 2`);
  if (hours.length === 0) return 0;
  const [tags, users] = await Promise.all([
    slice.query<TagsRow>(
      sql`SELECT tags, count(*) AS count, max(received_at) AS last ${events} GROUP BY tags`,
    ),
    slice.query<{ user: string }>(sql`SELECT DISTINCT "user" ${events} AND "user" IS NOT NULL`),
    lockIssues(query, projectId, [to, countedIn]),
  ]);
  await countHours(held, move, hours);
  await countTags(held, move, summed(held, tags));
  await held.countUsers(users.map(({ user }) => ({ projectId, issueId: to, user })));
  const count = hours.reduce((sum, row) => sum + row.count, 0);
  const first = Math.min(...hours.map((row) => row.first));
  const firstSeen = least(raw("first_seen"), sql`${first}`);
  const left = greatest(raw("0"), sql`event_count - ${count}`);
  await Promise.all([
    query(sql`UPDATE issues SET event_count = event_count + ${count}, first_seen = ${firstSeen},
      user_count = ${userCount(projectId, to)} WHERE project_id = ${projectId} AND id = ${to}`),
    query(
      sql`UPDATE issues SET event_count = ${left} WHERE project_id = ${projectId} AND id = ${countedIn}`,
    ),
  ]);
  return count;
}

type Counted = HourRow & { environmentId: number };

async function countHours(held: HeldProject, move: CountedMove, rows: HourRow[]): Promise<void> {
  const byEnvironment = Map.groupBy(rows, ({ environment }) => environment);
  const ids = new Map<string, number>();
  for (const name of byEnvironment.keys()) ids.set(name, await held.environmentId(name));
  const counted = rows.map((row) => ({ ...row, environmentId: ids.get(row.environment)! }));
  await countUnits(held, move, "hour", sumsBy(counted, hourMs));
  await countUnits(held, move, "day", sumsBy(counted, dayMs));
  await held.seeIn(
    [...byEnvironment].map(([name, some]) => ({
      issueId: move.to,
      environmentId: ids.get(name)!,
      firstSeen: Math.min(...some.map(({ first }) => first)),
      lastSeen: Math.max(...some.map(({ last }) => last)),
    })),
  );
}

async function countUnits(
  { projectId, query }: HeldProject,
  { to, countedIn }: CountedMove,
  unit: "hour" | "day",
  sums: number[][],
): Promise<void> {
  const [table, start] = [raw(`issue_${unit}s`), raw(unit)];
  const given = rowsOf({ start: "bigint", environment: "bigint", amount: "bigint" }, sums);
  await Promise.all([
    query(sql`INSERT INTO ${table} (${projectColumn}issue_id, ${start}, environment_id, count)
      SELECT ${projectValue(projectId)}${to}, given.start, given.environment, given.amount FROM ${given} WHERE true
      ON CONFLICT (${projectColumn}issue_id, ${start}, environment_id)
        DO UPDATE SET count = ${table}.count + excluded.count`),
    query(sql`UPDATE ${table} SET count = count - given.amount FROM ${given}
      WHERE ${ofIssue(projectId, countedIn)} AND ${start} = given.start AND environment_id = given.environment`),
  ]);
}

/** Rows of start, environment, count: one per unit of time. */
function sumsBy(rows: Counted[], width: number): number[][] {
  const startOf = (hour: number) => Math.floor(hour / width) * width;
  const groups = Map.groupBy(
    rows,
    ({ hour, environmentId }) => `${startOf(hour)}:${environmentId}`,
  );
  return [...groups.values()].map((some) => [
    startOf(some[0]!.hour),
    some[0]!.environmentId,
    some.reduce((sum, { count }) => sum + count, 0),
  ]);
}

/** Tags per statement. SQLite takes quadratic time to bind numbered values: 1,500 take 60 ms. */
const tagsAtOnce = 100;

async function countTags(held: HeldProject, move: CountedMove, tags: Tag[]): Promise<void> {
  const { projectId, query } = held;
  await held.addTags(tags.map((tag) => ({ ...tag, projectId, issueId: move.to })));
  const beyond = new Map<string, number>();
  for (let at = 0; at < tags.length; at += tagsAtOnce) {
    const some = tags.slice(at, at + tagsAtOnce);
    const given = rowsOf(
      { name: "text", said: "text", amount: "bigint" },
      some.map(({ key, value, count }) => [key, value, count]),
    );
    const taken = await query<{
      key: string;
      value: string;
    }>(sql`UPDATE issue_tags SET count = count - given.amount FROM ${given}
      WHERE ${ofIssue(projectId, move.countedIn)} AND key = given.name AND value = given.said RETURNING key, value`);
    const known = new Set(taken.map(tagName));
    for (const tag of some)
      if (!known.has(tagName(tag))) beyond.set(tag.key, (beyond.get(tag.key) ?? 0) + tag.count);
  }
  if (beyond.size === 0) return;
  const left = greatest(raw("0"), raw("uncounted - given.amount"));
  await query(sql`UPDATE issue_tag_keys SET uncounted = ${left}
    FROM ${rowsOf({ name: "text", amount: "bigint" }, [...beyond])}
    WHERE ${ofIssue(projectId, move.countedIn)} AND key = given.name`);
}

const tagName = ({ key, value }: { key: string; value: string }) => `${key}\n${value}`;

/** Frequency of each value, from events grouped by their tags. */
function summed({ storedText }: HeldProject, rows: TagsRow[]): Tag[] {
  const sums = new Map<string, Tag>();
  for (const { tags, count, last } of rows) {
    for (const tag of readTags(tags)) {
      const [key, value] = tag.map(storedText) as [string, string];
      const sum = sums.get(tagName({ key, value })) ?? { key, value, count: 0, lastSeen: last };
      sum.count += count;
      sum.lastSeen = Math.max(sum.lastSeen, last);
      sums.set(tagName({ key, value }), sum);
    }
  }
  return [...sums.values()];
}
