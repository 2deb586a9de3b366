import { hourMs } from "#server/domain/time.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { firstOf, type Query } from "#server/storage/database.ts";
import { ofIssues } from "#server/storage/issues/of-issue.ts";
import { allOf, byDialect, ifGiven, raw, type Sql, sql } from "#server/storage/sql.ts";
import type { LateHour, LateHours } from "./late-hours.ts";
import type { CountFilter } from "./traffic-store.ts";

const mostEvents = 50_000;

const byIssue = byDialect(raw(" INDEXED BY late_arrivals_by_issue"), raw(""));
const byProject = byDialect(raw(" INDEXED BY late_arrivals_by_project"), raw(""));

export const isIn = (environment: string | null | undefined): Sql =>
  allOf([ifGiven(environment ?? undefined, (name) => sql`environment = ${name}`)]);

const lateIn = ({
  projectId,
  issueIds,
  since,
  environment,
}: CountFilter): Sql => sql`FROM late_arrivals${byIssue}
  WHERE ${ofIssues(projectId, issueIds)} AND received_at >= ${since} AND at < ${since} AND ${isIn(environment)}`;

/** Events that a window by event time omits: received in it, but happened before it. */
export async function countLate(query: Query, filter: CountFilter): Promise<number> {
  const some = sql`(SELECT 1 ${lateIn(filter)} LIMIT ${filter.most}) counted`;
  return (await firstOf(query<{ count: number }>(sql`SELECT count(*) AS count FROM ${some}`)))!
    .count;
}

export async function lateUsers(query: Query, filter: CountFilter): Promise<string[]> {
  const some = sql`(SELECT "user" ${lateIn(filter)} AND "user" IS NOT NULL LIMIT ${raw(mostEvents)}) looked_at`;
  return (await query<{ user: string }>(sql`SELECT DISTINCT "user" FROM ${some}`)).map(
    ({ user }) => user,
  );
}

const hourOf = (time: string): Sql => raw(`${time} / ${hourMs} * ${hourMs}`);

export function lateHours(
  query: Query,
  projectId: ProjectId,
  { of, from, before, environment }: LateHours,
): Promise<LateHour[]> {
  const late = Array.isArray(of)
    ? sql`late_arrivals${byIssue} WHERE ${ofIssues(projectId, of)}`
    : sql`late_arrivals${byProject} WHERE project_id = ${of}`;
  return query<LateHour>(sql`SELECT issue_id AS "issueId", ${hourOf("received_at")} AS "receivedIn",
      ${hourOf("at")} AS "happenedIn", count(*) AS count
    FROM ${late} AND received_at >= ${from} AND received_at < ${before} AND at < ${hourOf("received_at")}
      AND ${isIn(environment)} GROUP BY 1, 2, 3`);
}
