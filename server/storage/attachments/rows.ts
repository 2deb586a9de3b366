import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import type { Attachment, RasterType } from "#server/domain/attachment/attachment.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { AttachmentsOf, NewAttachment } from "#server/storage/attachments/attachment-store.ts";
import { idBytes, idText } from "#server/storage/events/row.ts";
import type { Cell } from "#server/storage/sql.ts";

/** A file of an event. Its content is `chunk_count` chunks from the first on. */
export type AttachmentRow = {
  id: number;
  project_id: number;
  event_id: Uint8Array;
  /** `Attachment.at`; named as in the rows of events. */
  received_at: number;
  name: string;
  content_type: string;
  kind: string;
  byte_length: number;
  raster: string | null;
  preview: string | null;
  first_chunk: number;
  chunk_count: number;
};

/** A piece of a file. Without `raw_bytes`, it is uncompressed. */
export type ChunkRow = { raw_bytes: number | null; bytes: Uint8Array };

export const attachmentColumns = `id, project_id, event_id, received_at, name, content_type, kind, byte_length, raster, preview,
  first_chunk, chunk_count`;

/** A download holds one piece in memory. */
const chunkBytes = 1 << 20;
/** Content that compresses less than this is stored as received, such as images and archives. */
const worthwhile = 0.95;

const compress = promisify(zstdCompress);

export const chunkCount = (content: Uint8Array): number =>
  Math.ceil(content.byteLength / chunkBytes);

/** The pieces of a file in order, each compressed in another thread on demand. */
export async function* chunksOf(content: Uint8Array): AsyncGenerator<ChunkRow> {
  for (let at = 0; at < content.byteLength; at += chunkBytes) {
    const raw = content.subarray(at, at + chunkBytes);
    const frame = await compress(raw, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
    const isSmaller = frame.byteLength < raw.byteLength * worthwhile;
    yield isSmaller ? { raw_bytes: raw.byteLength, bytes: frame } : { raw_bytes: null, bytes: raw };
  }
}

export const contentOf = ({ raw_bytes, bytes }: ChunkRow): Uint8Array =>
  raw_bytes === null ? bytes : zstdDecompressSync(bytes, { chunkSize: Math.max(64, raw_bytes) });

/**
 * Times on the days that may have an event's files: one may arrive just before or after it, across
 * midnight.
 */
export const attachmentTimes = ({
  receivedAt,
  at = receivedAt,
}: Pick<AttachmentsOf, "receivedAt" | "at">): number[] => [
  receivedAt - dayMs,
  receivedAt,
  receivedAt + dayMs,
  at,
];

export function attachmentOf(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    projectId: row.project_id as ProjectId,
    eventId: idText(row.event_id),
    at: row.received_at,
    name: row.name,
    contentType: row.content_type,
    kind: row.kind,
    byteLength: row.byte_length,
    ...(row.raster !== null && { raster: row.raster as RasterType }),
    ...(row.preview !== null && { preview: row.preview }),
  };
}

/** From `project_id` to `preview`, with the digest after the event. */
export function attachmentValues(attachment: NewAttachment): Cell[] {
  const { projectId, eventId, digest, at, name, contentType, kind, byteLength, raster, preview } =
    attachment;
  const shown = [raster ?? null, preview ?? null];
  return [projectId, idBytes(eventId), digest, at, name, contentType, kind, byteLength, ...shown];
}
