import type { DatabaseSync } from "node:sqlite";
import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Use in a transaction. */
export function discardEvents(writer: DatabaseSync): DigestTransaction["discard"] {
  const count = prepare(
    writer,
    `UPDATE discarded_fingerprints SET dropped = dropped + 1, last_dropped_at = max(coalesce(last_dropped_at, 0), ?)
      WHERE project_id = ? AND hash = ?`,
  );
  const any = prepare<{ hash: string }>(writer, "SELECT hash FROM discarded_fingerprints LIMIT 1");
  return async (events) => {
    // There are almost never any.
    if (!any.get()) return events.map(() => false);
    return events.map(({ projectId, hashes, receivedAt }) =>
      hashes.some((hash) => count.run(receivedAt, projectId, hash) > 0),
    );
  };
}
