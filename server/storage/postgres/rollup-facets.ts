import type { ProjectId } from "#server/domain/ids.ts";
import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";

const select = `SELECT DISTINCT d.service, l.version
  FROM rollup_days d JOIN rollup_releases l ON l.project_id = d.project_id AND l.id = d.release_id
  WHERE d.project_id = $1 AND d.day >= $2 AND d.day < $3
    AND ($4::text IS NULL OR d.service = $4) AND ($5::text IS NULL OR l.version = $5)
    AND ($6::text IS NULL OR d.environment_id = (SELECT id FROM environments WHERE project_id = $1 AND name = $6))`;
const see = `INSERT INTO rollup_days (project_id, day, service, environment_id, release_id)
  SELECT DISTINCT $1::bigint, day, service, environment_id, release_id
  FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS seen(day, service, environment_id, release_id)
  ON CONFLICT DO NOTHING`;

/** What filters offer. Of whole days: a year of rows need not be read for a list of names. */
export function readFacets(query: Query): RollupStore["facets"] {
  return async ({ projectId, since, until, service = null, release = null, environment = null }) => {
    const days = [bucketStart("day", since), bucketEnd("day", until)] as const;
    const rows = await query<{ service: string; version: string }>(
      ...([select, projectId, ...days, service, release, environment] as const),
    );
    const releases = new Set(rows.map(({ version }) => version).filter((version) => version !== ""));
    return { services: [...new Set(rows.map((row) => row.service))].toSorted(), releases: [...releases].toSorted() };
  };
}

export type SeenOnDay = { at: number; service: string; environment: number; release: number };

/** Remembers who ran on which day. For use inside a transaction. */
export async function addDays(query: Query, projectId: ProjectId, seen: SeenOnDay[]): Promise<void> {
  if (seen.length === 0) return;
  const rows = seen.map(({ at, service, environment, release }) => {
    return [bucketStart("day", at), service, environment, release];
  });
  await query(see, projectId, ...columnsOf(rows));
}
