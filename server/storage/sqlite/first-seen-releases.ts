import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { prepare } from "./statement.ts";

// Asked first: an upsert that changes nothing would use up an id each time.
const insert = `INSERT INTO release_sightings (project_id, version, at) SELECT ?1, ?2, ?3
  WHERE NOT EXISTS (SELECT 1 FROM release_sightings WHERE project_id = ?1 AND version = ?2)`;

/** For use inside a transaction: remembers the first time that anything came from a release. */
export function noteFirstSeen(writer: DatabaseSync): (projectId: ProjectId, version: string, at: number) => void {
  const sight = prepare(writer, insert);
  return (projectId, version, at) => void sight.run(projectId, version, at);
}
