import { dayMs } from "#server/domain/time.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { environmentKey } from "#server/storage/names/environments.postgres.ts";

type Hour = DigestChanges["hours"][number];

// Once per row and sorted, so that two transactions of the same project outside a batch can't
// deadlock.
const upsertOf = (
  table: string,
  time: string,
) => `INSERT INTO ${table} (project_id, issue_id, ${time}, environment_id, count)
  SELECT project_id, issue_id, at, environment_id, sum(count)::bigint
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
    AS added(project_id, issue_id, at, environment_id, count)
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (project_id, issue_id, ${time}, environment_id) DO UPDATE SET count = ${table}.count + excluded.count`;
const upsertHours = upsertOf("issue_hours", "hour");
const upsertDays = upsertOf("issue_days", "day");
const upsertProjectHours = `INSERT INTO project_hours (project_id, hour, count)
  SELECT project_id, hour, sum(count)::bigint FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])
    AS added(project_id, hour, count)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (project_id, hour) DO UPDATE SET count = project_hours.count + excluded.count`;

/**
 * Counts by hour for recent days and by day for the long view: a month's trend reads 30 rows
 * instead of 720. Use in a transaction. `environments`: result of `environmentIds`.
 */
export async function addHours(
  query: Query,
  hours: Hour[],
  environments: Map<string, number>,
): Promise<void> {
  if (hours.length === 0) return;
  const rowAt = ({ projectId, issueId, environment, count }: Hour, at: number) => [
    projectId,
    issueId,
    at,
    environments.get(environmentKey({ projectId, name: environment }))!,
    count,
  ];
  const dayOf = ({ hour }: Hour) => Math.floor(hour / dayMs) * dayMs;
  await Promise.all([
    query(upsertHours, ...columnsOf(hours.map((each) => rowAt(each, each.hour)))),
    query(upsertDays, ...columnsOf(hours.map((each) => rowAt(each, dayOf(each))))),
    query(
      upsertProjectHours,
      ...columnsOf(hours.map(({ projectId, hour, count }) => [projectId, hour, count])),
    ),
  ]);
}
