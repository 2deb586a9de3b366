import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import type { LateArrival } from "#server/storage/digest-store.ts";
import type { LateHour, LateHours } from "#server/storage/layout/late-hours.ts";
import type { CountFilter } from "#server/storage/traffic-store.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";

const insert = `INSERT INTO late_arrivals (project_id, issue_id, environment, received_at, at, "user")
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])`;

/** For use inside a transaction. */
export async function addLateArrivals(query: Query, late: LateArrival[]): Promise<void> {
  if (late.length === 0) return;
  const rowOf = ({ projectId, issueId, environment, receivedAt, at, user }: LateArrival) => [
    ...[projectId, issueId, environment, receivedAt, at, user ?? null],
  ];
  await query(insert, ...columnsOf(late.map(rowOf)));
}

const since = `FROM late_arrivals WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) AND received_at >= $3 AND at < $3
  AND ($4::text IS NULL OR environment = $4)`;
const countEvents = `SELECT count(*) AS count FROM (SELECT 1 ${since} LIMIT $5) counted`;
const selectUsers = `SELECT DISTINCT "user" FROM (SELECT "user" ${since} AND "user" IS NOT NULL LIMIT 50000) looked_at`;
const hourOf = (time: string) => `${time} / ${hourMs} * ${hourMs}`;
const byHour = (of: string) => `SELECT issue_id AS "issueId", ${hourOf("received_at")} AS "receivedIn",
    ${hourOf("at")} AS "happenedIn", count(*) AS count
  FROM late_arrivals WHERE project_id = $1 AND received_at >= $2 AND received_at < $3
    AND at < ${hourOf("received_at")} AND ($4::text IS NULL OR environment = $4) ${of} GROUP BY 1, 2, 3`;
const selectHours = byHour("");
const selectHoursOfIssues = byHour("AND issue_id = ANY($5::bigint[])");

const askedOf = ({ projectId, issueIds, since: from, environment }: CountFilter) =>
  [projectId, issueIds, from, environment ?? null] as const;

/** What a window by when events happened leaves out: events received in it that happened before it. */
export async function countLate(query: Query, filter: CountFilter): Promise<number> {
  const [row] = await query<{ count: number }>(countEvents, ...askedOf(filter), filter.most);
  return row!.count;
}

export async function lateUsers(query: Query, filter: CountFilter): Promise<string[]> {
  return (await query<{ user: string }>(selectUsers, ...askedOf(filter))).map(({ user }) => user);
}

export function lateHours(
  query: Query,
  projectId: ProjectId,
  { of, from, before, environment = null }: LateHours,
): Promise<LateHour[]> {
  return Array.isArray(of)
    ? query<LateHour>(selectHoursOfIssues, projectId, from, before, environment, of)
    : query<LateHour>(selectHours, projectId, from, before, environment);
}
