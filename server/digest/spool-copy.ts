import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolCursor } from "#server/storage/digest-store.ts";
import { decodeRecord } from "./record.ts";

/** A segment of the spool that stays readable when the digest has passed it and it is unlinked. */
export type HeldSegment = {
  /** `00000012.spool` */
  name: string;
  bytes: number;
  /** The whole of it, at most a segment's 64 MiB and one request. */
  read(): Promise<Buffer>;
  close(): Promise<void>;
};

const segmentName = /^\d{8}\.spool$/;

/**
 * Opens the segments that the cursor has not passed, as long as they are now. What was answered before is in them: a
 * request is answered once it is on disk.
 */
export async function holdSegments(folder: string, from: SpoolCursor | undefined): Promise<HeldSegment[]> {
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => segmentName.test(name)).toSorted();
  const waiting = names.filter((name) => Number.parseInt(name, 10) >= (from?.segment ?? 0));
  const held: HeldSegment[] = [];
  for (const name of waiting) held.push(await hold(folder, name));
  return held;
}

async function hold(folder: string, name: string): Promise<HeldSegment> {
  const file = await open(join(folder, name), "r");
  const { size } = await file.stat();
  return { name, bytes: size, read: async () => readWhole(file, size), close: () => file.close() };
}

async function readWhole(file: Awaited<ReturnType<typeof open>>, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

/** How many requests a segment holds from an offset on, and how much at its end is none. */
export function countRecords(segment: Buffer, from = 0): { requests: number; tornBytes: number } {
  for (let offset = from, requests = 0; ; requests++) {
    const read = offset > segment.length ? "end" : decodeRecord(segment, offset);
    if (read === "end") return { requests, tornBytes: 0 };
    if (read === "torn") return { requests, tornBytes: segment.length - offset };
    offset = read.next;
  }
}
