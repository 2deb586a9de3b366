import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { NewAttachment } from "#server/storage/attachment-store.ts";
import { batchIds } from "./batch-ids.ts";
import type { Day, DayFile } from "./day-file.ts";
import { dayOf } from "./day-files.ts";
import { idBytes } from "#server/storage/layout/event-row.ts";

/** Read back, a piece is what a download holds in memory. */
const chunkBytes = 1 << 20;
/** What compresses by less is kept as it came: pictures, archives. */
const worthwhile = 0.95;

const compress = promisify(zstdCompress);

/**
 * Writes the files of one batch, a piece after the other: each is compressed in another thread and written before the next, so
 * that a hundred mebibytes take one more in memory and the thread stays free in between.
 */
export function attachmentWriter(
  batch: number,
  fileOf: (day: Day) => DayFile,
): (attachments: NewAttachment[]) => Promise<void> {
  const [nextId, nextChunk] = [batchIds(batch), batchIds(batch)];

  async function writeChunks({ attachments }: DayFile, bytes: Uint8Array): Promise<{ first: number; count: number }> {
    let [first, count] = [0, 0];
    for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
      const raw = bytes.subarray(at, at + chunkBytes);
      const frame = await compress(raw, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
      const id = nextChunk();
      if (count === 0) first = id;
      count += 1;
      if (frame.byteLength < raw.byteLength * worthwhile) attachments.insertChunk.run(id, raw.byteLength, frame);
      else attachments.insertChunk.run(id, null, raw);
    }
    return { first, count };
  }

  return async (attachments) => {
    for (const each of attachments) {
      const file = fileOf(dayOf(each.receivedAt));
      const { first, count } = await writeChunks(file, each.bytes);
      file.attachments.insert.run(nextId(), ...valuesOf(each), first, count);
    }
  };
}

function valuesOf(attachment: NewAttachment) {
  const { projectId, eventId, digest, receivedAt, name, contentType, kind, byteLength } = attachment;
  return [
    ...[projectId, idBytes(eventId), digest, receivedAt, name, contentType, kind, byteLength],
    ...[attachment.raster ?? null, attachment.preview ?? null],
  ];
}
