import { crc32 } from "node:zlib";
import type { ProjectId } from "#server/domain/ids.ts";
import type { IngestRequest, Limited } from "#server/ingest/request.ts";

/**
 * An accepted request in the spool: `u32 length · u32 crc32 · u32 head length · head (JSON) ·
 * body`, little endian. `length` counts what follows the checksum. The body is as received, still
 * compressed if the client compressed it.
 */
export type SpoolRecord = { head: RecordHead; body: Uint8Array };

export type RecordHead = Omit<IngestRequest, "body"> & {
  projectId: ProjectId;
  /** Items that were over a limit at receipt and are not in the record. */
  limited?: Limited[];
};

const prefixBytes = 8;

/** The record in two chunks, so that the body is not copied before the write. */
export function encodeRecord(record: SpoolRecord): { chunks: Uint8Array[]; byteLength: number } {
  const head = Buffer.from(JSON.stringify(record.head));
  const start = Buffer.allocUnsafe(prefixBytes + 4 + head.length);
  start.writeUInt32LE(4 + head.length + record.body.length, 0);
  start.writeUInt32LE(head.length, prefixBytes);
  start.set(head, prefixBytes + 4);
  start.writeUInt32LE(crc32(record.body, crc32(start.subarray(prefixBytes))), 4);
  return { chunks: [start, record.body], byteLength: start.length + record.body.length };
}

/**
 * The record at `offset` and the position of the next. `end`: no more records. `torn`: a write
 * interrupted by a crash or power loss, which was not acknowledged.
 */
export function decodeRecord(
  bytes: Buffer,
  offset: number,
): { record: SpoolRecord; next: number } | "end" | "torn" {
  if (offset === bytes.length) return "end";
  if (bytes.length - offset < prefixBytes + 4) return "torn";
  const length = bytes.readUInt32LE(offset);
  const from = offset + prefixBytes;
  const next = from + length;
  if (length < 4 || next > bytes.length) return "torn";
  if (crc32(bytes.subarray(from, next)) !== bytes.readUInt32LE(offset + 4)) return "torn";
  const bodyFrom = from + 4 + bytes.readUInt32LE(from);
  if (bodyFrom > next) return "torn";
  const head = JSON.parse(bytes.toString("utf8", from + 4, bodyFrom)) as RecordHead;
  return { record: { head, body: bytes.subarray(bodyFrom, next) }, next };
}

/** Whether all bytes of an unreadable record exist. Then it is damaged, not torn. */
export function isComplete(bytes: Buffer, offset: number): boolean {
  const restBytes = bytes.length - offset - prefixBytes;
  if (restBytes < 4) return false;
  const length = bytes.readUInt32LE(offset);
  return length >= 4 && length <= restBytes;
}

/**
 * Position of the next complete record after a damaged one; undefined if there is none. Heads start
 * with the project number (`RecordHead`), which few bytes of bodies resemble, and checksums exclude
 * those.
 */
export function nextRecord(bytes: Buffer, damagedAt: number): number | undefined {
  const headFrom = prefixBytes + 4;
  for (let at = damagedAt + headFrom + 1; ; at++) {
    at = bytes.indexOf(headBegin, at);
    if (at < 0) return undefined;
    const read = decodeRecord(bytes, at - headFrom);
    if (typeof read !== "string") return at - headFrom;
  }
}

const headBegin = '{"projectId":';
