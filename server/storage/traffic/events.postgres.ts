import {
  affectedUsersOf,
  lookedOfDay,
  type UserStep,
} from "#server/storage/traffic/affected-users.ts";
import type { EventTraffic } from "#server/storage/traffic/traffic.ts";
import type {
  AffectedUsers,
  CountFilter,
  UsersFilter,
} from "#server/storage/traffic/traffic-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Day, type Days, dayOf } from "#server/storage/postgres/days.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { countLate, lateUsers } from "./late-arrivals.ts";

type Counted = { count: number };

const since = `FROM events WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) AND received_at >= $3`;
const countAll = `SELECT count(*) AS count FROM (SELECT 1 ${since} AND day >= $4 LIMIT $5) counted`;
const countWithin = `SELECT count(*) AS count FROM (SELECT 1 ${since} AND day >= $4 AND environment = $6 LIMIT $5) counted`;
const usersOfDay = `SELECT DISTINCT "user" FROM (SELECT "user" ${since} AND day = $4 AND "user" IS NOT NULL
  AND ($5::text IS NULL OR environment = $5) LIMIT 50000) looked_at`;
const userSteps = `SELECT (received_at - $3) / $6 AS step, "user", count(*) AS events FROM (SELECT received_at, "user" ${since}
  AND day = $4 AND "user" IS NOT NULL AND ($5::text IS NULL OR environment = $5) LIMIT $7) looked_at GROUP BY 1, 2`;

/** A count stops when the rule has its answer; without an environment, only the index is read. */
export const eventTraffic = (query: Query, days: Days): EventTraffic => ({
  count: (filter) =>
    filter.measure === "events" ? countOfEvents(query, filter) : countOfUsers(query, days, filter),
  affectedUsers: (filter) => affectedUsers(query, days, filter),
});

async function countOfEvents(query: Query, filter: CountFilter): Promise<number> {
  const asked = [...rangeOf(filter), dayOf(filter.since), filter.most] as const;
  const { environment } = filter;
  const counting =
    environment === undefined
      ? query<Counted>(countAll, ...asked)
      : query<Counted>(countWithin, ...asked, environment);
  const [[row], late] = await Promise.all([counting, countLate(nounQuery(query), filter)]);
  return Math.min(row!.count + late, filter.most);
}

async function countOfUsers(query: Query, days: Days, filter: CountFilter): Promise<number> {
  const { environment = null, most } = filter;
  const asked = (await days.list()).filter((day) => day >= dayOf(filter.since));
  const usersOf = (day: Day) =>
    query<{ user: string }>(usersOfDay, ...rangeOf(filter), day, environment);
  const [rows, late] = await Promise.all([
    Promise.all(asked.map(usersOf)),
    lateUsers(nounQuery(query), filter),
  ]);
  const users = new Set([...rows.flat().map(({ user }) => user), ...late]);
  return Math.min(users.size, most);
}

/** Users in error events, from a bounded number of events per day. */
async function affectedUsers(
  query: Query,
  days: Days,
  filter: UsersFilter,
): Promise<AffectedUsers> {
  const { environment = null, stepMs } = filter;
  const asked = (await days.list()).filter((day) => day >= dayOf(filter.since));
  const most = lookedOfDay(asked.length);
  const rowsOf = (day: Day) =>
    query<UserStep>(userSteps, ...rangeOf(filter), day, environment, stepMs, most);
  return affectedUsersOf(filter, await Promise.all(asked.map(rowsOf)), most);
}

const rangeOf = ({ projectId, issueIds, since }: CountFilter | UsersFilter) =>
  [projectId, issueIds, since] as const;
