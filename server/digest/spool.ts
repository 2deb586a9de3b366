import { type FileHandle, mkdir, open, readFile, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ProjectId } from "#server/domain/ids.ts";
import type { SpoolCursor } from "#server/storage/digest-store.ts";
import { decodeRecord, encodeRecord, nextRecord, type SpoolRecord } from "./record.ts";

/**
 * Where requests are safe: an append-only log in segments. A request is answered once its record and `fdatasync` are
 * through; requests that arrive meanwhile share the next one (group commit). The digest reads behind the writer and
 * whole segments are unlinked when it has passed them. The same for every storage engine.
 */
export type Spool = {
  /**
   * Resolves when the record is on disk; rejects, with nothing written, when it cannot be. `inRush`: others follow in this very
   * turn. They share one write then; begun at once it would hold the first alone, and all others would wait for the next.
   */
  append(record: SpoolRecord, inRush?: boolean): Promise<SpoolEntry>;
  /** What lay undigested when the spool was opened, oldest first. */
  readonly waiting: SpoolEntry[];
  /** Unlinks the segments that lie wholly before the cursor. */
  release(cursor: SpoolCursor): Promise<void>;
  close(): Promise<void>;
};

/** Where a record lies, and whose it is. */
export type SpoolEntry = {
  segment: number;
  offset: number;
  byteLength: number;
  projectId: ProjectId;
};

/** The cursor once it has been digested. */
export const cursorAfter = ({ segment, offset, byteLength }: SpoolEntry): SpoolCursor => ({
  segment,
  offset: offset + byteLength,
});

export type SpoolOptions = {
  /** A new segment is begun beyond this. */
  segmentBytes?: number;
  /** Told about a tail that was cut off: a write that never finished, or damage. */
  onTorn?: (where: SpoolHole) => void;
  /** Told about bytes between records that are none, or no longer. What was accepted there cannot be read, what follows can. */
  onDamaged?: (where: SpoolHole, bytes: Uint8Array) => Promise<void> | void;
};

export type SpoolHole = { segment: number; offset: number; lostBytes: number };

type Pending = { record: SpoolRecord; resolve: (entry: SpoolEntry) => void; reject: (error: unknown) => void };

const defaultSegmentBytes = 64 * 1024 * 1024;
/** A group of a flood is one or two; a single request may be 20. */
const keptBytesMax = 4 * 1024 * 1024;

/** Opens the folder, creating it when missing. `from` is the digest's cursor. */
export async function openSpool(folder: string, from?: SpoolCursor, options: SpoolOptions = {}): Promise<Spool> {
  await mkdir(folder, { recursive: true });
  const segments = await listSegments(folder);
  const found: SpoolEntry[][] = [];
  for (const segment of segments) {
    if (from && segment < from.segment) continue;
    const start = from?.segment === segment ? from.offset : 0;
    found.push(await scan(folder, segment, start, options));
  }
  // A new segment each time: a torn tail stays where it is and no record is ever appended behind it.
  const newest = Math.max(0, from?.segment ?? 0, ...segments);
  const writer = await openWriter(folder, newest + 1, options.segmentBytes ?? defaultSegmentBytes);
  return {
    ...writer,
    waiting: found.flat(),
    release: releaser(folder),
  };
}

async function openWriter(
  folder: string,
  first: number,
  segmentBytes: number,
): Promise<Pick<Spool, "append" | "close">> {
  let segment = first;
  let file = await openSegment(folder, segment);
  let size = 0;
  /** What follows `size` in the file may be half a record: nothing may be written behind it. */
  let spoiled = false;
  /** What is written lies here side by side: one write follows the other, and new memory for each costs its page faults. */
  let side = Buffer.allocUnsafeSlow(0);
  let pending: Pending[] = [];
  let flushing: Promise<void> | undefined;

  async function flush(inRush: boolean): Promise<void> {
    if (inRush) await setImmediate();
    while (pending.length > 0) {
      const group = pending;
      pending = [];
      try {
        const entries = await write(group);
        group.forEach((each, i) => each.resolve(entries[i]!));
      } catch (error) {
        await mend();
        for (const each of group) each.reject(error);
      }
    }
    flushing = undefined;
  }

  async function write(group: Pending[]): Promise<SpoolEntry[]> {
    if (size > segmentBytes || spoiled) await rotate();
    const entries: SpoolEntry[] = [];
    const chunks: Uint8Array[] = [];
    let offset = size;
    for (const { record } of group) {
      const encoded = encodeRecord(record);
      chunks.push(...encoded.chunks);
      entries.push({ segment, offset, byteLength: encoded.byteLength, projectId: record.head.projectId });
      offset += encoded.byteLength;
    }
    // One buffer and one write: a short writev would have to be continued by hand.
    await file.writeFile(sideBySide(chunks, offset - size));
    await file.datasync();
    size = offset;
    return entries;
  }

  function sideBySide(chunks: Uint8Array[], byteLength: number): Uint8Array {
    if (byteLength > keptBytesMax) return Buffer.concat(chunks, byteLength);
    if (byteLength > side.length) side = Buffer.allocUnsafeSlow(Math.min(keptBytesMax, 2 * byteLength));
    let at = 0;
    for (const chunk of chunks) {
      side.set(chunk, at);
      at += chunk.length;
    }
    return side.subarray(0, at);
  }

  /** A disk that failed to sync may have kept anything: then the segment ends here, as it does where it cannot be cut. */
  async function mend(): Promise<void> {
    try {
      await file.truncate(size);
      await file.datasync();
    } catch {
      spoiled = true;
    }
  }

  async function rotate(): Promise<void> {
    const next = await openSegment(folder, segment + 1);
    await file.close().catch(() => undefined);
    [file, segment, size, spoiled] = [next, segment + 1, 0, false];
  }

  return {
    append: (record, inRush = false) =>
      new Promise((resolve, reject) => {
        pending.push({ record, resolve, reject });
        flushing ??= flush(inRush);
      }),
    close: async () => {
      await flushing;
      await file.close();
    },
  };
}

async function openSegment(folder: string, segment: number): Promise<FileHandle> {
  const file = await open(segmentPath(folder, segment), "ax");
  const directory = await open(folder, "r");
  await directory.sync();
  await directory.close();
  return file;
}

async function scan(folder: string, segment: number, from: number, options: SpoolOptions): Promise<SpoolEntry[]> {
  const bytes = await readFile(segmentPath(folder, segment));
  const entries: SpoolEntry[] = [];
  let offset = from;
  for (;;) {
    const read = decodeRecord(bytes, offset);
    if (read === "end") return entries;
    if (read === "torn") {
      const next = nextRecord(bytes, offset);
      if (next === undefined) options.onTorn?.({ segment, offset, lostBytes: bytes.length - offset });
      if (next === undefined) return entries;
      await options.onDamaged?.({ segment, offset, lostBytes: next - offset }, bytes.subarray(offset, next));
      offset = next;
      continue;
    }
    const { projectId } = read.record.head;
    entries.push({ segment, offset, byteLength: read.next - offset, projectId });
    offset = read.next;
  }
}

/**
 * The records of entries in the order of the log; "damaged" for one that is not what was written. Their bodies are views of
 * what `onRead` is told of.
 */
export async function* readEntries(
  folder: string,
  entries: SpoolEntry[],
  onRead?: (memory: ArrayBuffer) => void,
): AsyncGenerator<SpoolRecord | "damaged"> {
  for (const run of runsOf(entries)) {
    const bytes = await readRun(folder, run);
    onRead?.(bytes.buffer);
    for (const { offset } of run) {
      const read = decodeRecord(bytes, offset - run[0]!.offset);
      yield typeof read === "string" ? "damaged" : read.record;
    }
  }
}

/** An entry's bytes as they are on disk, readable as a record or not. */
export const readRaw = (folder: string, entry: SpoolEntry): Promise<Buffer<ArrayBuffer>> => readRun(folder, [entry]);

const runBytesMax = 4 * 1024 * 1024;

/** Entries that lie one behind the other are one reading. */
function runsOf(entries: SpoolEntry[]): SpoolEntry[][] {
  const runs: SpoolEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const follows = last && last.segment === entry.segment && last.offset + last.byteLength === entry.offset;
    if (follows && entry.offset + entry.byteLength - run![0]!.offset <= runBytesMax) run!.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

async function readRun(folder: string, run: SpoolEntry[]): Promise<Buffer<ArrayBuffer>> {
  const { segment, offset } = run[0]!;
  const { offset: lastOffset, byteLength } = run.at(-1)!;
  const bytes = Buffer.allocUnsafeSlow(lastOffset + byteLength - offset);
  const file = await open(segmentPath(folder, segment), "r");
  try {
    let at = 0;
    // A read may return less than was asked for. Only the end of the file says that the rest is missing.
    for (let more = true; more && at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, offset + at);
      at += bytesRead;
      more = bytesRead > 0;
    }
    return bytes.fill(0, at);
  } finally {
    await file.close();
  }
}

/** Looks into the folder only when the cursor has come to another segment: it is asked after each batch. */
function releaser(folder: string): Spool["release"] {
  let releasedTo = 0;
  return async (cursor) => {
    if (cursor.segment === releasedTo) return;
    const passed = (await listSegments(folder)).filter((segment) => segment < cursor.segment);
    for (const segment of passed) await unlink(segmentPath(folder, segment));
    releasedTo = cursor.segment;
  };
}

const segmentName = /^(\d{8})\.spool$/;

async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  const numbers = names.flatMap((name) => segmentName.exec(name)?.[1] ?? []).map(Number);
  return numbers.toSorted((a, b) => a - b);
}

function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(8, "0")}.spool`);
}
