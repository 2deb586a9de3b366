import { dayMs, hourMs } from "#server/domain/time.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import { environmentIds, environmentKey } from "#server/storage/names/environments.postgres.ts";
import type { CountedMove } from "./event-moves.postgres.ts";
import { lockIssues } from "#server/storage/issues/row.postgres.ts";
import { see } from "#server/storage/issues/seen-in.postgres.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";
import { addTags } from "#server/storage/tags/tags.postgres.ts";
import { countUsers } from "#server/storage/issues/users-seen.postgres.ts";

type HourRow = { hour: number; environment: string; count: number; first: number; last: number };
type TagsRow = { tags: string; count: number; last: number };
type TagRow = { key: string; value: string; count: number; lastSeen: number };
type ValueRow = { key: string; value: string };

const among = `FROM events WHERE project_id = $1 AND day = $2::date AND issue_id = $3
  AND ($4::text[] IS NULL OR hash = ANY($4::text[]))`;
const selectHours = `SELECT received_at / ${hourMs} * ${hourMs} AS hour, coalesce(environment, '') AS environment,
    count(*) AS count, min(received_at) AS first, max(received_at) AS last ${among} GROUP BY 1, 2`;
const selectTags = `SELECT tags, count(*) AS count, max(received_at) AS last ${among} GROUP BY tags`;
const selectUsers = `SELECT DISTINCT "user" ${among} AND "user" IS NOT NULL`;

const giveTo = (
  unit: "hour" | "day",
) => `INSERT INTO issue_${unit}s (project_id, issue_id, ${unit}, environment_id, count)
  SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[], $5::bigint[])
  ON CONFLICT (project_id, issue_id, ${unit}, environment_id) DO UPDATE SET count = issue_${unit}s.count + excluded.count`;
const takeFrom = (unit: "hour" | "day") => `UPDATE issue_${unit}s c SET count = c.count - m.count
  FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) AS m(at, environment_id, count)
  WHERE c.project_id = $1 AND c.issue_id = $2 AND c.${unit} = m.at AND c.environment_id = m.environment_id`;
const units = [
  { width: hourMs, give: giveTo("hour"), take: takeFrom("hour") },
  { width: dayMs, give: giveTo("day"), take: takeFrom("day") },
];
const takeTags = `UPDATE issue_tags t SET count = t.count - m.count
  FROM unnest($3::text[], $4::text[], $5::bigint[]) AS m(key, value, count)
  WHERE t.project_id = $1 AND t.issue_id = $2 AND t.key = m.key AND t.value = m.value RETURNING t.key, t.value`;
const takeUncounted = `UPDATE issue_tag_keys k SET uncounted = greatest(0, k.uncounted - m.count)
  FROM (SELECT key, sum(count)::bigint AS count FROM unnest($3::text[], $4::bigint[]) AS m(key, count) GROUP BY key) m
  WHERE k.project_id = $1 AND k.issue_id = $2 AND k.key = m.key`;
const giveEvents = `UPDATE issues SET event_count = event_count + $3, first_seen = least(first_seen, $4),
    user_count = (SELECT count(*) FROM issue_users WHERE project_id = $1 AND issue_id = $2)
  WHERE project_id = $1 AND id = $2`;
const takeEvents =
  "UPDATE issues SET event_count = greatest(0, event_count - $3) WHERE project_id = $1 AND id = $2";

/**
 * Moves one day of events from one issue's counters to another's. Returns the number of events. Use
 * in a transaction that holds the project.
 */
export async function countDay(query: Query, move: CountedMove, day: Day): Promise<number> {
  const { projectId, from, to, countedIn, hashes } = move;
  const read = <Row>(statement: string) => query<Row>(statement, projectId, day, from, hashes);
  const hours = await read<HourRow>(selectHours);
  if (hours.length === 0) return 0;
  const [tags, users] = await Promise.all([
    read<TagsRow>(selectTags),
    read<{ user: string }>(selectUsers),
    lockIssues(query, projectId, [to, countedIn]),
  ]);
  await countHours(query, move, hours);
  await countTags(query, move, summed(tags));
  await countUsers(
    query,
    users.map(({ user }) => ({ projectId, issueId: to, user })),
  );
  const count = hours.reduce((sum, row) => sum + row.count, 0);
  const first = Math.min(...hours.map((row) => row.first));
  await Promise.all([
    query(giveEvents, projectId, to, count, first),
    query(takeEvents, projectId, countedIn, count),
  ]);
  return count;
}

async function countHours(
  query: Query,
  { projectId, to, countedIn }: CountedMove,
  rows: HourRow[],
): Promise<void> {
  const places = rows.map((row) => ({ ...row, place: { projectId, name: row.environment } }));
  const ids = await environmentIds(
    query,
    places.map(({ place }) => place),
  );
  const counted = places.map(({ place, ...row }) => ({
    ...row,
    environmentId: ids.get(environmentKey(place))!,
  }));
  for (const { width, give, take } of units) {
    const sums = sumsBy(counted, width);
    await Promise.all([
      query(give, projectId, to, ...columnsOf(sums)),
      query(take, projectId, countedIn, ...columnsOf(sums)),
    ]);
  }
  const seenIn = [...Map.groupBy(counted, ({ environmentId }) => environmentId)].map(
    ([environmentId, some]) => ({
      issueId: to,
      environmentId,
      firstSeen: Math.min(...some.map(({ first }) => first)),
      lastSeen: Math.max(...some.map(({ last }) => last)),
    }),
  );
  await see(query, projectId, seenIn);
}

type Counted = { hour: number; environmentId: number; count: number };

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

async function countTags(
  query: Query,
  { projectId, to, countedIn }: CountedMove,
  tags: TagRow[],
): Promise<void> {
  if (tags.length === 0) return;
  await addTags(
    query,
    tags.map((tag) => ({ ...tag, projectId, issueId: to })),
  );
  const rows = tags.map(({ key, value, count }) => [key, value, count]);
  const taken = await query<ValueRow>(takeTags, projectId, countedIn, ...columnsOf(rows));
  const known = new Set(taken.map(({ key, value }) => `${key}\n${value}`));
  const beyond = tags
    .filter(({ key, value }) => !known.has(`${key}\n${value}`))
    .map(({ key, count }) => [key, count]);
  if (beyond.length > 0) await query(takeUncounted, projectId, countedIn, ...columnsOf(beyond));
}

/** Frequency of each value, from events grouped by their tags. */
function summed(rows: TagsRow[]): TagRow[] {
  const sums = new Map<string, TagRow>();
  for (const { tags, count, last } of rows) {
    for (const tag of JSON.parse(tags) as [string, string][]) {
      const [key, value] = tag.map(storedText) as [string, string];
      const sum = sums.get(`${key}\n${value}`) ?? { key, value, count: 0, lastSeen: last };
      sum.count += count;
      sum.lastSeen = Math.max(sum.lastSeen, last);
      sums.set(`${key}\n${value}`, sum);
    }
  }
  return [...sums.values()];
}
