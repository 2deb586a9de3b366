import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import { namesLookedAt, seenLookedAt } from "#server/storage/layout/names-looked-at.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { prepare } from "./statement.ts";

const seen = `SELECT d.service, d.release_id FROM rollup_days d
  WHERE d.project_id = ?1 AND d.day >= ?2 AND d.day < ?3 AND (?4 IS NULL OR d.service = ?4)
    AND (?5 IS NULL OR d.release_id = (SELECT id FROM rollup_releases WHERE project_id = ?1 AND version = ?5))
    AND (?6 IS NULL OR d.environment_id = (SELECT id FROM environments WHERE project_id = ?1 AND name = ?6))
  ORDER BY d.day DESC LIMIT ${seenLookedAt}`;
const selectServices = `SELECT service AS name FROM (${seen}) GROUP BY service ORDER BY count(*) DESC, service LIMIT ?7`;
const selectReleases = `SELECT l.version AS name FROM (SELECT release_id, count(*) AS times FROM (${seen}) GROUP BY release_id) r
  JOIN rollup_releases l ON l.id = r.release_id WHERE l.version <> '' ORDER BY r.times DESC, r.release_id DESC LIMIT ?7`;

/** What filters offer. Of whole days: a year of rows need not be read for a list of names. */
export function readFacets(reader: DatabaseSync): RollupStore["facets"] {
  const services = prepare<{ name: string }>(reader, selectServices);
  const releases = prepare<{ name: string }>(reader, selectReleases);
  return async ({ projectId, since, until, service = null, release = null, environment = null }, most) => {
    const days = [bucketStart("day", since), bucketEnd("day", until)] as const;
    const asked = [projectId, ...days, service, release, environment, most ?? namesLookedAt] as const;
    return { services: sorted(services.all(...asked)), releases: sorted(releases.all(...asked)) };
  };
}

const sorted = (rows: { name: string }[]): string[] => rows.map(({ name }) => name).toSorted();

export type SeenOnDay = { projectId: ProjectId; at: number; service: string; environment: number; release: number };

/** Remembers once a batch who ran on which day. For use inside a transaction. */
export function addDays(writer: DatabaseSync): (seen: SeenOnDay[]) => void {
  const see = prepare(writer, "INSERT INTO rollup_days VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
  return (seen) => {
    const known = new Set<string>();
    for (const { projectId, at, service, environment, release } of seen) {
      const row = [projectId, bucketStart("day", at), service, environment, release] as const;
      const name = row.join("\n");
      if (!known.has(name)) see.run(...row);
      known.add(name);
    }
  };
}
