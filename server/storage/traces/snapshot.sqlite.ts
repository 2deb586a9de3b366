import type { DayFile } from "#server/storage/sqlite/day-file.ts";

/**
 * Several reads of a file in one snapshot. The committed batch is read after the file's state is
 * fixed: the file then has at most one later batch, which `traces_before` can undo. In the reverse
 * order, batches in between would hide what they changed.
 */
export function inSnapshot<T>(
  file: DayFile,
  committedBatch: () => number,
  read: (batch: number) => T,
): T {
  const { database } = file;
  // The digest's own transaction is a snapshot already.
  if (database.isTransaction) return read(committedBatch());
  database.exec("BEGIN");
  try {
    file.traces.fixState.get();
    return read(committedBatch());
  } finally {
    database.exec("COMMIT");
  }
}
