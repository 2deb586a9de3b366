import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { decodeRecord, nextRecord } from "./record.ts";

/** A spool segment that stays readable after the digest deletes it. */
export type HeldSegment = {
  /** `00000012.spool` */
  name: string;
  bytes: number;
  /**
   * The segment at its full length, with zeros for digested requests, so that positions match the
   * cursor.
   */
  read(): Promise<Buffer>;
  close(): Promise<void>;
};

/**
 * A file next to the segments of a spool into which a backup was restored (`claim-restored.ts`).
 */
export const restoredMark = "restored";

const segmentName = /^\d{8}\.spool$/;

/**
 * Opens the segments with waiting requests, at their current length. They contain everything
 * acknowledged so far, because a request is acknowledged after it is on disk. A segment deleted in
 * the meantime had no waiting requests.
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

/** Bytes of requests that are not digested. */
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
 * The files of the quarantine, with each request's bytes and reason, relative to the data folder.
 */
export async function quarantineFiles(dataFolder: string): Promise<string[]> {
  const names = await readdir(join(dataFolder, "quarantine")).catch((): string[] => []);
  return names.filter((name) => quarantinedName.test(name)).map((name) => `quarantine/${name}`);
}

/**
 * Number of requests in a segment, and the bytes at its end that are not a request. Skips invalid
 * bytes between requests.
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
