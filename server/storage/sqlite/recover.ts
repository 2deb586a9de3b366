import { lastIdOf } from "./batch-ids.ts";
import type { DayFiles } from "./day-files.ts";
import { forgetLostTraces } from "#server/storage/traces/recover.sqlite.ts";

/**
 * Deletes rows in telemetry files of a batch whose spoor.db transaction was lost in a crash
 * (`digest/digest.sqlite.ts`). Requires the write lock of spoor.db, because a batch in progress
 * looks the same.
 */
export function forgetLostBatches(files: DayFiles, committedBatch: number): void {
  const lastId = lastIdOf(committedBatch);
  for (const day of files.days()) {
    const file = files.open(day);
    file?.disownEvents.run(lastId);
    file?.forgetEvents.run(lastId);
    file?.attachments.forget.run(lastId);
    file?.attachments.forgetChunks.run(lastId);
    file?.forgetPacks.run(lastId);
    if (file) forgetLostTraces(file.database, committedBatch);
  }
}
