import type { DatabaseSync } from "node:sqlite";
import { dayMs } from "#server/domain/time.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { ensureEnvironment } from "#server/storage/names/environments.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const upsertHour = `INSERT INTO issue_hours (issue_id, hour, environment_id, count) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const upsertDay = `INSERT INTO issue_days (issue_id, day, environment_id, count) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const upsertProjectHour = `INSERT INTO project_hours (project_id, hour, count) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;

/**
 * Counts by hour for recent days and by day for the long view: a month's trend reads 30 rows
 * instead of 720. One row at a time, which costs less in this process than a statement over lists;
 * PostgreSQL uses one statement per table.
 */
export function addHours(writer: DatabaseSync): (hours: DigestChanges["hours"]) => void {
  const environmentId = ensureEnvironment(writer);
  const addHour = prepare(writer, upsertHour);
  const addDay = prepare(writer, upsertDay);
  const addProjectHour = prepare(writer, upsertProjectHour);

  return (hours) => {
    for (const { projectId, issueId, environment, hour, count } of hours.toSorted(byKey)) {
      const environmentRow = environmentId(projectId, environment);
      addHour.run(issueId, hour, environmentRow, count);
      addDay.run(issueId, Math.floor(hour / dayMs) * dayMs, environmentRow, count);
    }
    for (const { projectId, hour, count } of projectHoursOf(hours))
      addProjectHour.run(projectId, hour, count);
  };
}

type Hour = DigestChanges["hours"][number];
const byKey = (a: Hour, b: Hour) => a.issueId - b.issueId || a.hour - b.hour;

function projectHoursOf(hours: Hour[]) {
  const sums = new Map<string, { projectId: number; hour: number; count: number }>();
  for (const { projectId, hour, count } of hours) {
    const key = `${projectId}:${hour}`;
    const sum = sums.get(key);
    if (sum) sum.count += count;
    else sums.set(key, { projectId, hour, count });
  }
  return sums.values();
}
