import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import type { Query } from "#server/storage/database.ts";
import { happenedTo } from "#server/storage/issues/activities.ts";
import { readTrends } from "#server/storage/issues/trends.ts";
import { environmentNamed } from "#server/storage/names/environments.ts";
import { allOf, byDialect, ifGiven, raw, type Sql, sql } from "#server/storage/sql.ts";
import { isIn, lateHours } from "./late-arrivals.ts";
import { lateHoursUntil, moveLateHours } from "./late-hours.ts";
import type { TrafficStore } from "./traffic-store.ts";

type Hour = { hour: number; count: number };

/** Number of late events counted, newest first. */
const mostLate = 100_000;

// In SQLite, the index holds both times and counts: issues without enough events, or none since,
// cost no row.
const hoursOfIssues = byDialect(
  raw("issues i INDEXED BY issues_by_event_count CROSS JOIN issue_hours h ON h.issue_id = i.id"),
  raw("issues i JOIN issue_hours h ON h.project_id = i.project_id AND h.issue_id = i.id"),
);
const hoursOfPlaces = byDialect(
  raw("issue_environments e CROSS JOIN issue_hours h ON h.issue_id = e.issue_id"),
  raw(
    "issue_environments e JOIN issue_hours h ON h.project_id = e.project_id AND h.issue_id = e.issue_id",
  ),
);
const ofProject = (projectId: ProjectId): Sql =>
  byDialect(raw("true"), sql`e.project_id = ${projectId}`);
const lateOfProject = byDialect(
  raw("late_arrivals INDEXED BY late_arrivals_by_project"),
  raw("late_arrivals"),
);

/** Counted where events are stored: in the files of days, or in the partitions of a table. */
export type EventTraffic = Pick<TrafficStore, "count" | "affectedUsers">;

export function trafficStore(query: Query, events: EventTraffic): TrafficStore {
  function hoursIn(
    projectId: ProjectId,
    from: number,
    to: number,
    environment: string | undefined,
  ): Promise<Hour[]> {
    if (environment === undefined)
      return query<Hour>(sql`SELECT hour, count FROM project_hours
        WHERE project_id = ${projectId} AND hour BETWEEN ${from} AND ${to}`);
    return query<Hour>(sql`SELECT h.hour, sum(h.count) AS count FROM ${hoursOfPlaces}
        AND h.hour BETWEEN ${from} AND ${to} AND h.environment_id = e.environment_id
      WHERE ${ofProject(projectId)} AND e.environment_id = ${environmentNamed(projectId, environment)}
        AND e.last_seen >= ${from} GROUP BY h.hour`);
  }

  return {
    ...events,
    async busyIssues({ projectId, environment, since, moreThan, limit }) {
      const hour = hourOf(since);
      const isThere = ifGiven(
        environment,
        (name) => sql`h.environment_id = ${environmentNamed(projectId, name)}`,
      );
      const rows = await query<{
        issue_id: IssueId;
        count: number;
      }>(sql`SELECT issue_id, sum(count) AS count FROM (
          SELECT h.issue_id, h.count FROM ${hoursOfIssues} AND h.hour >= ${hour} AND ${allOf([isThere])}
            WHERE i.project_id = ${projectId} AND i.state IN (0, 1, 2) AND i.event_count > ${moreThan}
              AND i.last_seen >= ${hour}
          UNION ALL SELECT issue_id, 1 FROM (SELECT issue_id FROM ${lateOfProject}
            WHERE project_id = ${projectId} AND received_at >= ${hour} AND at < ${hour} AND ${isIn(environment)}
            ORDER BY received_at DESC LIMIT ${raw(mostLate)}) late) counted
        GROUP BY issue_id HAVING sum(count) > ${moreThan} ORDER BY 2 DESC, 1 LIMIT ${limit}`);
      return rows.map(({ issue_id, count }) => ({ issueId: issue_id, count }));
    },
    async hours(projectId, { until, hours, environment }) {
      const to = hourOf(until);
      const from = to - (hours - 1) * hourMs;
      const series = Array.from({ length: hours }, () => 0);
      const [rows, late] = await Promise.all([
        hoursIn(projectId, from, to, environment),
        lateHours(query, projectId, { of: projectId, ...lateHoursUntil(until), environment }),
      ]);
      for (const { hour, count } of rows) series[(hour - from) / hourMs] = count;
      moveLateHours(series, late, until);
      return series;
    },
    async issueHours(projectId, issueIds, { until, hours, ...where }) {
      const [trends, late] = await Promise.all([
        readTrends(query)(projectId, issueIds, { until, buckets: hours, unit: "hour", ...where }),
        lateHours(query, projectId, { of: issueIds, ...lateHoursUntil(until), ...where }),
      ]);
      for (const row of late) moveLateHours(trends.get(row.issueId as IssueId)!, [row], until);
      return trends;
    },
    happened: ({ projectId, what, ...asked }) =>
      happenedTo(query, projectId, { kinds: [what], ...asked }),
  };
}
