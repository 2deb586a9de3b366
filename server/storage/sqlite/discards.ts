import type { DatabaseSync } from "node:sqlite";
import type { DiscardStore } from "#server/storage/discard-store.ts";
import type { DigestTransaction } from "#server/storage/digest-store.ts";
import { discardedOf, type DiscardedRow } from "#server/storage/layout/discarded-row.ts";
import type { Connections } from "./connections.ts";
import type { DayFiles } from "./day-files.ts";
import { emptyDeletedIssues } from "./deleted-events.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const select = `SELECT d.issue_id, d.short_id, d.title, d.at, u.name, count(*) AS fingerprints, sum(d.dropped) AS dropped,
  max(d.last_dropped_at) AS last_dropped_at FROM discarded_fingerprints d LEFT JOIN users u ON u.id = d.user_id
  WHERE d.project_id = ? GROUP BY d.issue_id ORDER BY d.at DESC, d.issue_id DESC`;

export function discardStore(connections: Connections, write: Write, files: DayFiles): DiscardStore {
  const { reader, writer } = connections;
  const list = prepare<DiscardedRow>(reader, select);
  const lift = prepare(writer, "DELETE FROM discarded_fingerprints WHERE project_id = ? AND issue_id = ?");
  const emptying = prepare<{ issues: number }>(
    reader,
    "SELECT count(*) AS issues FROM issue_deletions WHERE project_id = ?",
  );
  return {
    list: async (projectId) => list.all(projectId).map(discardedOf),
    lift: (projectId, issueId) => write(() => lift.run(projectId, issueId) > 0),
    emptying: async (projectId) => emptying.get(projectId)!.issues,
    emptySlice: emptyDeletedIssues(connections, write, files),
  };
}

/** For use inside a transaction. */
export function discardEvents(writer: DatabaseSync): DigestTransaction["discard"] {
  const count = prepare(
    writer,
    `UPDATE discarded_fingerprints SET dropped = dropped + 1, last_dropped_at = max(coalesce(last_dropped_at, 0), ?)
      WHERE project_id = ? AND hash = ?`,
  );
  const any = prepare<{ hash: string }>(writer, "SELECT hash FROM discarded_fingerprints LIMIT 1");
  return async (events) => {
    // Nearly always there are none.
    if (!any.get()) return events.map(() => false);
    return events.map(({ projectId, hashes, receivedAt }) =>
      hashes.some((hash) => count.run(receivedAt, projectId, hash) > 0),
    );
  };
}
