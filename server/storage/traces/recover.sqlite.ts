import type { DatabaseSync } from "node:sqlite";
import { atOnce } from "#server/storage/sqlite/at-once.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import { traceColumns } from "./columns.sqlite.ts";

/**
 * Undoes lost batches' changes to the traces of a file: deletes new rows, and restores changed
 * ones. Additions to dictionaries and zones stay, because they only say what *may* exist. Reads the
 * whole table, but only after a crash.
 */
export function forgetLostTraces(database: DatabaseSync, committedBatch: number): void {
  const lost = database
    .prepare("SELECT 1 FROM trace_batches WHERE batch > ? LIMIT 1")
    .get(committedBatch);
  if (!lost) return;
  const lastPack = lastIdOf(committedBatch);
  atOnce(database, () =>
    database.exec(`DELETE FROM trace_parts
      WHERE pack > ${lastPack} AND trace IN (SELECT id FROM traces WHERE batch > ${committedBatch});
    DELETE FROM traces WHERE batch > ${committedBatch};
    INSERT INTO traces (${traceColumns}) SELECT ${traceColumns} FROM traces_before WHERE changed_by > ${committedBatch};
    DELETE FROM traces_before WHERE changed_by > ${committedBatch};
    DELETE FROM span_packs WHERE id > ${lastPack};
    DELETE FROM trace_batches WHERE batch > ${committedBatch}`),
  );
}
