import type { ProjectId } from "#server/domain/ids.ts";
import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import { namesLookedAt, seenLookedAt } from "#server/storage/layout/names-looked-at.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";

const seen = `SELECT d.service, d.release_id FROM rollup_days d
  WHERE d.project_id = $1 AND d.day >= $2 AND d.day < $3 AND ($4::text IS NULL OR d.service = $4)
    AND ($5::text IS NULL OR d.release_id = (SELECT id FROM rollup_releases WHERE project_id = $1 AND version = $5))
    AND ($6::text IS NULL OR d.environment_id = (SELECT id FROM environments WHERE project_id = $1 AND name = $6))
  ORDER BY d.day DESC LIMIT ${seenLookedAt}`;
const selectServices = `SELECT service AS name FROM (${seen}) seen GROUP BY service ORDER BY count(*) DESC, service LIMIT $7`;
const selectReleases = `SELECT l.version AS name
  FROM (SELECT release_id, count(*) AS times FROM (${seen}) seen GROUP BY release_id) r
  JOIN rollup_releases l ON l.project_id = $1 AND l.id = r.release_id
  WHERE l.version <> '' ORDER BY r.times DESC, r.release_id DESC LIMIT $7`;
const see = `INSERT INTO rollup_days (project_id, day, service, environment_id, release_id)
  SELECT DISTINCT $1::bigint, day, service, environment_id, release_id
  FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS seen(day, service, environment_id, release_id)
  ON CONFLICT DO NOTHING`;

/** What filters offer. Of whole days: a year of rows need not be read for a list of names. */
export function readFacets(query: Query): RollupStore["facets"] {
  return async ({ projectId, since, until, service = null, release = null, environment = null }, most) => {
    const days = [bucketStart("day", since), bucketEnd("day", until)] as const;
    const asked = [projectId, ...days, service, release, environment, most ?? namesLookedAt] as const;
    const [services, releases] = await Promise.all([
      query<{ name: string }>(selectServices, ...asked),
      query<{ name: string }>(selectReleases, ...asked),
    ]);
    return { services: sorted(services), releases: sorted(releases) };
  };
}

const sorted = (rows: { name: string }[]): string[] => rows.map(({ name }) => name).toSorted();

export type SeenOnDay = { at: number; service: string; environment: number; release: number };

/** Remembers who ran on which day. For use inside a transaction. */
export async function addDays(query: Query, projectId: ProjectId, seen: SeenOnDay[]): Promise<void> {
  if (seen.length === 0) return;
  const rows = seen.map(({ at, service, environment, release }) => {
    return [bucketStart("day", at), service, environment, release];
  });
  await query(see, projectId, ...columnsOf(rows));
}
