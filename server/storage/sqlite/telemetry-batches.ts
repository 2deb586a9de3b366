import type { DatabaseSync } from "node:sqlite";
import type { MovedTelemetry } from "#server/storage/move/move-store.ts";
import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { batchOf } from "./batch-ids.ts";
import type { DayFiles } from "./day-files.ts";
import { eventWriter } from "#server/storage/events/writer.sqlite.ts";
import { prepare } from "./statement.ts";
import { traceWriters } from "#server/storage/traces/writer.sqlite.ts";

/**
 * Writes telemetry from outside the spool (a move or a salvage) like the digest, in batches known
 * to spoor.db. Use in a transaction of spoor.db, by the only program working on the folder; `also`
 * writes into the transaction.
 */
export function telemetryBatches(
  writer: DatabaseSync,
  files: DayFiles,
): (telemetry: MovedTelemetry, also: () => void) => Promise<void> {
  const traceBatches = traceWriters(files, rawPacks());
  const batchNow = prepare<{ batch: number }>(writer, "SELECT batch FROM digest");
  const advance = prepare(writer, "UPDATE digest SET batch = ?");

  return async ({ events = [], attachments = [], traces = [] }, also) => {
    // A file's number must be one that an earlier batch can have assigned.
    const batch = Math.max(batchNow.get()!.batch + 1, ...attachments.map(({ id }) => batchOf(id)));
    const [ofEvents, ofTraces] = [eventWriter(files, batch), traceBatches.begin(batch)];
    try {
      ofEvents.write(await ofEvents.pack(events));
      await ofEvents.attach(attachments);
      for (const round of traces) ofTraces.writePacks(await ofTraces.write(round));
      advance.run(batch);
      also();
      ofEvents.commit();
      ofTraces.commit();
    } catch (error) {
      ofEvents.rollback();
      ofTraces.rollback();
      throw error;
    }
  };
}
