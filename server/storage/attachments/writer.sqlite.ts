import type { NewAttachment } from "#server/storage/attachments/attachment-store.ts";
import { batchIds } from "#server/storage/sqlite/batch-ids.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import { dayOf } from "#server/storage/sqlite/day-files.ts";
import { attachmentValues, chunksOf } from "#server/storage/attachments/rows.ts";

/**
 * Writes the files of one batch piece by piece: each is compressed in another thread and written
 * before the next, so 100 MiB need 1 MiB of memory and the thread stays free in between. IDs tell
 * the batch; PostgreSQL numbers rows itself.
 */
export function attachmentWriter(
  batch: number,
  fileOf: (day: Day) => DayFile,
): (attachments: (NewAttachment & { id?: number })[]) => Promise<void> {
  const [nextId, nextChunk] = [batchIds(batch), batchIds(batch)];

  async function writeChunks(
    { attachments }: DayFile,
    content: Uint8Array,
  ): Promise<{ first: number; count: number }> {
    let [first, count] = [0, 0];
    for await (const { raw_bytes, bytes } of chunksOf(content)) {
      const id = nextChunk();
      if (count === 0) first = id;
      count += 1;
      attachments.insertChunk.run(id, raw_bytes, bytes);
    }
    return { first, count };
  }

  return async (attachments) => {
    for (const each of attachments) {
      const file = fileOf(dayOf(each.at));
      // Rows that already have their number (of a move) may be left from a lost batch.
      if (each.id !== undefined) file.attachments.remove.run(each.id);
      const { first, count } = await writeChunks(file, each.bytes);
      file.attachments.insert.run(each.id ?? nextId(), ...attachmentValues(each), first, count);
    }
  };
}
