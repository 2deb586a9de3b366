import type { IssueId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import { moveLateHours, lateHoursUntil } from "#server/storage/layout/late-hours.ts";
import type { TrafficStore } from "#server/storage/traffic-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { findEnvironment } from "./environments.ts";
import { lateHours } from "./late-arrivals.ts";
import { affectedUsers, countEvents } from "./traffic-events.ts";
import { readTrends } from "./trends.ts";

type Busy = { issue_id: IssueId; count: number };
type Hour = { hour: number; count: number };

/** No row has this number: as an environment it stands for all of them. */
const allEnvironments = 0;

/** Of those that came late, the newest so many are counted. */
const lateMost = 100_000;
// Issues that never had as many, or were silent since, cost no row.
const busy = `SELECT issue_id, sum(count)::bigint AS count FROM (
    SELECT h.issue_id, h.count FROM issues i
      JOIN issue_hours h ON h.project_id = i.project_id AND h.issue_id = i.id AND h.hour >= $2
        AND ($3 = ${allEnvironments} OR h.environment_id = $3)
      WHERE i.project_id = $1 AND i.state IN (0, 1, 2) AND i.event_count > $4 AND i.last_seen >= $2
    UNION ALL (SELECT issue_id, 1 FROM late_arrivals
      WHERE project_id = $1 AND received_at >= $2 AND at < $2 AND ($6::text IS NULL OR environment = $6)
      ORDER BY received_at DESC LIMIT ${lateMost})) counted
  GROUP BY issue_id HAVING sum(count) > $4 ORDER BY 2 DESC, 1 LIMIT $5`;
const hoursOfProject = "SELECT hour, count FROM project_hours WHERE project_id = $1 AND hour BETWEEN $2 AND $3";
const hoursWithin = `SELECT h.hour, sum(h.count) AS count FROM issue_environments e
  JOIN issue_hours h ON h.project_id = e.project_id AND h.issue_id = e.issue_id AND h.hour BETWEEN $2 AND $3
    AND h.environment_id = e.environment_id
  WHERE e.project_id = $1 AND e.environment_id = $4 AND e.last_seen >= $2 GROUP BY h.hour`;

/** How far back the log is looked through for what would have been told. */
const loggedMost = 20_000;
// Not as JSON, which the database refuses to read where a text in it has half a surrogate pair, or U+0000. What happened stands first.
const happened = `SELECT issue_id FROM activities WHERE project_id = $1 AND id > (SELECT last FROM log_end) - ${loggedMost}
  AND at >= $2 AND what LIKE '{"kind":"' || $3::text || '"%' ORDER BY id DESC LIMIT $4`;

export function trafficStore({ query }: Database, days: Days): TrafficStore {
  return {
    async busyIssues({ projectId, environment, since, moreThan, limit }) {
      const row = environment === undefined ? allEnvironments : await findEnvironment(query, projectId, environment);
      if (row === undefined) return [];
      const rows = await query<Busy>(busy, projectId, hourOf(since), row, moreThan, limit, environment ?? null);
      return rows.map(({ issue_id, count }) => ({ issueId: issue_id, count }));
    },
    count: (filter) => countEvents(query, days, filter),
    affectedUsers: (filter) => affectedUsers(query, days, filter),
    async hours(projectId, { until, hours, environment }) {
      const to = hourOf(until);
      const from = to - (hours - 1) * hourMs;
      const series = Array.from({ length: hours }, () => 0);
      const row = environment === undefined ? undefined : await findEnvironment(query, projectId, environment);
      if (environment !== undefined && row === undefined) return series;
      const rows =
        row === undefined
          ? await query<Hour>(hoursOfProject, projectId, from, to)
          : await query<Hour>(hoursWithin, projectId, from, to, row);
      for (const { hour, count } of rows) series[(hour - from) / hourMs] = count;
      moveLateHours(
        series,
        await lateHours(query, projectId, { of: projectId, ...lateHoursUntil(until), environment }),
        until,
      );
      return series;
    },
    async issueHours(projectId, issueIds, { until, hours, ...where }) {
      const asked = { of: issueIds, ...lateHoursUntil(until), ...where };
      const [trends, late] = await Promise.all([
        readTrends(query)(projectId, issueIds, { until, buckets: hours, unit: "hour", ...where }),
        lateHours(query, projectId, asked),
      ]);
      for (const row of late) moveLateHours(trends.get(row.issueId as IssueId)!, [row], until);
      return trends;
    },
    async happened({ projectId, what, since, limit }) {
      const rows = await query<{ issue_id: IssueId }>(happened, projectId, since, what, limit);
      return rows.map(({ issue_id }) => issue_id);
    },
  };
}
