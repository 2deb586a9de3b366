import type { DatabaseSync } from "node:sqlite";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { ProjectId } from "#server/domain/ids.ts";

const upsert = `INSERT INTO releases (project_id, version, first_seen, last_seen) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)`;

/** Use in a transaction. One statement per row; PostgreSQL writes a batch in one (`digest/save.sqlite.ts`). */
export function addReleases(writer: DatabaseSync): (releases: DigestChanges["releases"]) => void {
  const see = prepare(writer, upsert);
  const sight = noteFirstSeen(writer);
  return (releases) => {
    for (const { projectId, version, firstAt, lastAt, receivedAt } of releases) {
      see.run(projectId, version, firstAt, lastAt);
      sight(projectId, version, receivedAt);
    }
  };
}

// Reads first: an upsert without a change would use up an ID each time.
const insert = `INSERT INTO release_sightings (project_id, version, at) SELECT ?1, ?2, ?3
  WHERE NOT EXISTS (SELECT 1 FROM release_sightings WHERE project_id = ?1 AND version = ?2)`;

/** Use in a transaction. Records the first time that data of a release was received. */
function noteFirstSeen(
  writer: DatabaseSync,
): (projectId: ProjectId, version: string, at: number) => void {
  const sight = prepare(writer, insert);
  return (projectId, version, at) => void sight.run(projectId, version, at);
}
