import type { ProjectId } from "#server/domain/ids.ts";
import { bucketStart } from "#server/domain/rollup/tier.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const see = `INSERT INTO rollup_days (project_id, day, service, environment_id, release_id)
  SELECT DISTINCT $1::bigint, day, service, environment_id, release_id
  FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS seen(day, service, environment_id, release_id)
  ON CONFLICT DO NOTHING`;

type SeenOnDay = { at: number; service: string; environment: number; release: number };

/** Records which services ran on which day. Use in a transaction. */
export async function addDays(
  query: Query,
  projectId: ProjectId,
  seen: SeenOnDay[],
): Promise<void> {
  if (seen.length === 0) return;
  const rows = seen.map(({ at, service, environment, release }) => {
    return [bucketStart("day", at), service, environment, release];
  });
  await query(see, projectId, ...columnsOf(rows));
}
