import { crc32 } from "node:zlib";
import type { ProjectId } from "#server/domain/ids.ts";
import type { IngestRequest, Limited } from "#server/ingest/request.ts";

/**
 * One accepted request as it is in the spool:
 * `u32 length · u32 crc32 · u32 head length · head (JSON) · body`, little endian. `length` counts
 * what follows the checksum. The body is as received, still compressed where the client did so.
 */
export type SpoolRecord = { head: RecordHead; body: Uint8Array };

export type RecordHead = Omit<IngestRequest, "body"> & {
  projectId: ProjectId;
  /** What of it was over a limit when it came, and so is no part of it. */
  limited?: Limited[];
};

const prefixBytes = 8;

/** The record's bytes as two chunks, so that the body is not copied before it is written. */
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
 * The record at `offset` and where the next begins. `end`: nothing more. `torn`: a write that power
 * or a kill cut short; it had not been acknowledged.
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

/**
 * Whether all bytes of a record are there that cannot be read: then it was damaged, and not cut
 * short.
 */
export function isComplete(bytes: Buffer, offset: number): boolean {
  const restBytes = bytes.length - offset - prefixBytes;
  if (restBytes < 4) return false;
  const length = bytes.readUInt32LE(offset);
  return length >= 4 && length <= restBytes;
}

/**
 * Where the next whole record begins after one that is damaged; undefined where none does. Heads
 * begin with the project's number (`RecordHead`), which few bytes of bodies look like, and
 * checksums tell those from records.
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
