import { lastIdOf } from "./batch-ids.ts";
import { isDamageError } from "./damaged-days.ts";
import type { DayFile } from "./day-file.ts";
import type { DayFiles } from "./day-files.ts";
import { forgetLostTraces } from "#server/storage/traces/recover.sqlite.ts";

/**
 * Deletes rows in telemetry files of a batch whose spoor.db transaction was lost in a crash
 * (`digest/digest.sqlite.ts`). Requires the write lock of spoor.db, because a batch in progress
 * looks the same. A damaged day is left out: it must not keep the others from being read.
 */
export function forgetLostBatches(files: DayFiles, committedBatch: number): void {
  for (const day of files.days()) {
    const file = files.open(day);
    if (!file) continue;
    try {
      forgetLostRows(file, committedBatch);
    } catch (error) {
      if (!isDamageError(error)) throw error;
      files.leaveOut(day);
    }
  }
}

function forgetLostRows(file: DayFile, committedBatch: number): void {
  const lastId = lastIdOf(committedBatch);
  file.disownEvents.run(lastId);
  file.forgetEvents.run(lastId);
  file.attachments.forget.run(lastId);
  file.attachments.forgetChunks.run(lastId);
  file.forgetPacks.run(lastId);
  forgetLostTraces(file.database, committedBatch);
}
