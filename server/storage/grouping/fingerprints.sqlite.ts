import type { DatabaseSync } from "node:sqlite";
import type { NewFingerprint } from "#server/storage/digest/digest-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

// An issue found before this transaction started may have been merged since.
const insert = `INSERT INTO fingerprints (project_id, hash, issue_id, algorithm, first_seen)
  SELECT ?1, ?2, id, ?4, ?5 FROM issues WHERE id = coalesce((SELECT into_id FROM merged_issues WHERE id = ?3), ?3)
  ON CONFLICT DO NOTHING`;

/** Use in a transaction. One statement per row; PostgreSQL writes a batch in one (`digest/save.sqlite.ts`). */
export function addFingerprints(writer: DatabaseSync): (fingerprints: NewFingerprint[]) => void {
  const add = prepare(writer, insert);
  return (fingerprints) => {
    for (const { projectId, hash, issueId, algorithm, firstSeen } of fingerprints)
      add.run(projectId, hash, issueId, algorithm, firstSeen);
  };
}
