import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { AlertStore } from "#server/storage/alert-store.ts";
import { prepare } from "./statement.ts";

// Asked first: an upsert that changes nothing would use up an id each time.
const insert = `INSERT INTO release_sightings (project_id, version, at) SELECT ?1, ?2, ?3
  WHERE NOT EXISTS (SELECT 1 FROM release_sightings WHERE project_id = ?1 AND version = ?2)`;

type SightingRow = { id: number; project_id: number; version: string; at: number };

/** For use inside a transaction: remembers the first time that anything came from a release. */
export function sightRelease(writer: DatabaseSync): (projectId: ProjectId, version: string, at: number) => void {
  const sight = prepare(writer, insert);
  return (projectId, version, at) => void sight.run(projectId, version, at);
}

export function followReleases(reader: DatabaseSync): AlertStore["releasesAfter"] {
  const after = prepare<SightingRow>(
    reader,
    "SELECT id, project_id, version, at FROM release_sightings WHERE id > ? ORDER BY id LIMIT ?",
  );
  return async (id, limit) =>
    after.all(id, limit).map(({ project_id, ...row }) => ({ ...row, projectId: project_id as ProjectId }));
}
