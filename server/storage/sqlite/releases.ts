import type { DatabaseSync } from "node:sqlite";
import type { DigestChanges } from "#server/storage/digest-store.ts";
import { noteFirstSeen } from "./first-seen-releases.ts";
import { prepare } from "./statement.ts";

const upsert = `INSERT INTO releases (project_id, version, first_seen, last_seen) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)`;

/** For use inside a transaction. */
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
