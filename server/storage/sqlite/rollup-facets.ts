import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { prepare } from "./statement.ts";

const select = `SELECT DISTINCT d.service, l.version FROM rollup_days d JOIN rollup_releases l ON l.id = d.release_id
  WHERE d.project_id = ?1 AND d.day >= ?2 AND d.day < ?3 AND (?4 IS NULL OR d.service = ?4) AND (?5 IS NULL OR l.version = ?5)
    AND (?6 IS NULL OR d.environment_id = (SELECT id FROM environments WHERE project_id = ?1 AND name = ?6))`;

/** What filters offer. Of whole days: a year of rows need not be read for a list of names. */
export function readFacets(reader: DatabaseSync): RollupStore["facets"] {
  const seen = prepare<{ service: string; version: string }>(reader, select);
  return async ({ projectId, since, until, service = null, release = null, environment = null }) => {
    const days = [bucketStart("day", since), bucketEnd("day", until)] as const;
    const rows = seen.all(projectId, ...days, service, release, environment);
    const releases = new Set(rows.map(({ version }) => version).filter((version) => version !== ""));
    return { services: [...new Set(rows.map((row) => row.service))].toSorted(), releases: [...releases].toSorted() };
  };
}

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
