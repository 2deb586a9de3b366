import type { DatabaseSync } from "node:sqlite";
import type { NewFingerprint } from "#server/storage/store.ts";
import { prepare } from "./statement.ts";

const insert = `INSERT INTO fingerprints (project_id, hash, issue_id, algorithm, first_seen) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;

/** For use inside a transaction. */
export function addFingerprints(writer: DatabaseSync): (fingerprints: NewFingerprint[]) => void {
  const add = prepare(writer, insert);
  return (fingerprints) => {
    for (const { projectId, hash, issueId, algorithm, firstSeen } of fingerprints)
      add.run(projectId, hash, issueId, algorithm, firstSeen);
  };
}
