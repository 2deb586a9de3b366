import type { DayFile } from "#server/storage/sqlite/day-file.ts";

/**
 * Several reads of a file that belong together. What is committed is asked only once the file's
 * state is fixed: the file then holds at most one batch more than that, whose changes
 * `traces_before` can take back. The other way round, batches that came in between would hide what
 * they changed.
 */
export function inSnapshot<T>(
  file: DayFile,
  committedBatch: () => number,
  read: (batch: number) => T,
): T {
  const { database } = file;
  // The digest's own transaction stands still meanwhile.
  if (database.isTransaction) return read(committedBatch());
  database.exec("BEGIN");
  try {
    file.traces.fixState.get();
    return read(committedBatch());
  } finally {
    database.exec("COMMIT");
  }
}
