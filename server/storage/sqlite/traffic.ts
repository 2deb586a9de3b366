import type { DatabaseSync } from "node:sqlite";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import { moveLateHours, lateHoursUntil } from "#server/storage/layout/late-hours.ts";
import type { TrafficStore } from "#server/storage/traffic-store.ts";
import { findEnvironment } from "./environments.ts";
import { readLateArrivals } from "./late-arrivals.ts";
import { prepare } from "./statement.ts";
import { readTrends } from "./trends.ts";
import { affectedUsers, type CountEvents, countEvents } from "./traffic-events.ts";
import type { DayFiles } from "./day-files.ts";

type Named = { [name: string]: string | number | null };

/** Of those that came late, the newest so many are counted. */
const lateMost = 100_000;

// The index holds both times and counts: issues that never had as many, or were silent since, cost no row.
const busy = (inEnvironment: { hours: string; late: string }) => `SELECT issue_id, sum(count) AS count FROM (
    SELECT h.issue_id, h.count
      FROM issues i INDEXED BY issues_by_event_count CROSS JOIN issue_hours h ON h.issue_id = i.id AND h.hour >= :hour
      WHERE i.project_id = :project AND i.state IN (0, 1, 2) AND i.event_count > :moreThan AND i.last_seen >= :hour
        ${inEnvironment.hours}
    UNION ALL SELECT issue_id, 1 FROM (SELECT issue_id FROM late_arrivals INDEXED BY late_arrivals_by_project
      WHERE project_id = :project AND received_at >= :hour AND at < :hour ${inEnvironment.late}
      ORDER BY received_at DESC LIMIT ${lateMost}))
  GROUP BY issue_id HAVING sum(count) > :moreThan ORDER BY count DESC LIMIT :limit`;

const hoursOfProject =
  "SELECT hour, count FROM project_hours WHERE project_id = :project AND hour BETWEEN :from AND :to";
const hoursWithin = `SELECT h.hour, sum(h.count) AS count FROM issue_environments e CROSS JOIN issue_hours h
  ON h.issue_id = e.issue_id AND h.hour BETWEEN :from AND :to AND h.environment_id = e.environment_id
  WHERE e.environment_id = :environment AND e.last_seen >= :from GROUP BY h.hour`;

/** How far back the log is looked through for what would have been told. */
const loggedMost = 20_000;
const happened = `SELECT a.issue_id FROM activities a CROSS JOIN issues i ON i.id = a.issue_id
  WHERE a.id > (SELECT coalesce(max(id), 0) FROM activities) - ${loggedMost} AND a.at >= ?
    AND i.project_id = ? AND a.what ->> 'kind' = ? ORDER BY a.id DESC LIMIT ?`;

export function trafficStore(reader: DatabaseSync, files: DayFiles, committedBatch: () => number): TrafficStore {
  const environmentOf = findEnvironment(reader);
  const busyAll = prepare<{ issue_id: number; count: number }>(reader, busy({ hours: "", late: "" }));
  const busyWithin = prepare<{ issue_id: number; count: number }>(
    reader,
    busy({ hours: "AND h.environment_id = :environment", late: "AND environment = :name" }),
  );
  const hoursAll = prepare<{ hour: number; count: number }>(reader, hoursOfProject);
  const hoursIn = prepare<{ hour: number; count: number }>(reader, hoursWithin);
  const happenedTo = prepare<{ issue_id: number }>(reader, happened);
  const late = readLateArrivals(reader);
  const trends = readTrends(reader);
  const count: CountEvents = countEvents(files, committedBatch, late);

  return {
    async busyIssues({ projectId, environment, since, moreThan, limit }) {
      const asked: Named = { project: projectId, hour: hourOf(since), moreThan, limit };
      const row = environment === undefined ? undefined : environmentOf(projectId, environment);
      if (environment !== undefined && row === undefined) return [];
      const rows =
        row === undefined ? busyAll.all(asked) : busyWithin.all({ ...asked, environment: row, name: environment! });
      return rows.map(({ issue_id, count: events }) => ({ issueId: issue_id as IssueId, count: events }));
    },
    count: async (filter) => count(filter),
    affectedUsers: affectedUsers(files, committedBatch),
    async hours(projectId, { until, hours, environment }) {
      const to = hourOf(until);
      const from = to - (hours - 1) * hourMs;
      const series = Array.from({ length: hours }, () => 0);
      for (const row of rowsOf(projectId, { from, to }, environment)) series[(row.hour - from) / hourMs] = row.count;
      moveLateHours(series, late.hours({ of: projectId, ...lateHoursUntil(until), environment }), until);
      return series;
    },
    async issueHours(projectId, issueIds, { until, hours, ...where }) {
      const series = await trends(projectId, issueIds, { until, buckets: hours, unit: "hour", ...where });
      for (const row of late.hours({ of: issueIds, ...lateHoursUntil(until), ...where }))
        moveLateHours(series.get(row.issueId as IssueId)!, [row], until);
      return series;
    },
    happened: async ({ projectId, what, since, limit }) =>
      happenedTo.all(since, projectId, what, limit).map(({ issue_id }) => issue_id as IssueId),
  };

  function rowsOf(project: ProjectId, range: { from: number; to: number }, environment: string | undefined) {
    if (environment === undefined) return hoursAll.all({ project, ...range });
    const row = environmentOf(project, environment);
    return row === undefined ? [] : hoursIn.all({ ...range, environment: row });
  }
}
