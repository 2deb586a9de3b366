import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { decodeRecord, nextRecord } from "./record.ts";

/** A segment of the spool that stays readable when the digest has passed it and it is deleted. */
export type HeldSegment = {
  /** `00000012.spool` */
  name: string;
  bytes: number;
  /**
   * As long as the segment is, with zeros for what has been digested: positions stay those that the
   * cursor names.
   */
  read(): Promise<Buffer>;
  close(): Promise<void>;
};

/** A file beside the segments of a spool that a backup was restored to (`claim-restored.ts`). */
export const restoredMark = "restored";

const segmentName = /^\d{8}\.spool$/;

/**
 * Opens the segments in which something waits, as long as they are now. What was answered before is
 * in them: a request is answered once it is on disk. A segment that is deleted meanwhile held
 * nothing that waits.
 */
export async function holdSegments(
  folder: string,
  from: SpoolCursor | undefined,
): Promise<HeldSegment[]> {
  const held: HeldSegment[] = [];
  for (const { name, digestedBytes } of await waitingSegments(folder, from)) {
    const segment = await hold(folder, name, digestedBytes);
    if (segment) held.push(segment);
  }
  return held;
}

/** Bytes of requests that have not been digested. */
export async function waitingBytes(folder: string, from: SpoolCursor | undefined): Promise<number> {
  let bytes = 0;
  for (const { name, digestedBytes } of await waitingSegments(folder, from)) {
    const size = await stat(join(folder, name)).then(
      (found) => found.size,
      () => 0,
    );
    bytes += Math.max(0, size - digestedBytes);
  }
  return bytes;
}

async function waitingSegments(folder: string, from: SpoolCursor | undefined) {
  const names = await readdir(folder).catch((): string[] => []);
  const segments = names
    .filter((name) => segmentName.test(name))
    .map((name) => [name, Number.parseInt(name, 10)] as const);
  return segments
    .filter(([, number]) => number >= (from?.segment ?? 0))
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, number]) => ({ name, digestedBytes: number === from?.segment ? from.offset : 0 }));
}

type Opened = Awaited<ReturnType<typeof open>>;

async function hold(
  folder: string,
  name: string,
  digestedBytes: number,
): Promise<HeldSegment | undefined> {
  const file = await open(join(folder, name), "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!file) return undefined;
  const { size } = await file.stat();
  if (size > digestedBytes)
    return {
      name,
      bytes: size,
      read: async () => readFrom(file, digestedBytes, size),
      close: () => file.close(),
    };
  await file.close();
  return undefined;
}

async function readFrom(file: Opened, from: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let at = from;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

const quarantinedName = /^[0-9a-f]{64}\.(?:spool|json)$/;

/**
 * The files of the quarantine, each request's bytes and its reason, relative to the data folder.
 */
export async function quarantineFiles(dataFolder: string): Promise<string[]> {
  const names = await readdir(join(dataFolder, "quarantine")).catch((): string[] => []);
  return names.filter((name) => quarantinedName.test(name)).map((name) => `quarantine/${name}`);
}

/**
 * How many requests a segment holds, and how much at its end is none. What is no request before one
 * is passed over.
 */
export function countRecords(segment: Buffer): { requests: number; tornBytes: number } {
  let requests = 0;
  for (let offset = 0; ;) {
    const read = decodeRecord(segment, offset);
    if (read === "end") return { requests, tornBytes: 0 };
    const next = read === "torn" ? nextRecord(segment, offset) : read.next;
    if (next === undefined) return { requests, tornBytes: segment.length - offset };
    if (read !== "torn") requests += 1;
    offset = next;
  }
}
