import { mkdir, open, readFile } from "node:fs/promises";
import type { ProjectId } from "#server/domain/ids.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { decodeRecord, isComplete, nextRecord, type SpoolRecord } from "./record.ts";
import { listSegments, sealedSegments, segmentPath } from "./segments.ts";
import { openWriter } from "./spool-writer.ts";

/**
 * Where requests are safe: an append-only log in segments. A request is answered once its record
 * and `fdatasync` are through; requests that arrive meanwhile share the next one (group commit).
 * The digest reads behind the writer. Bodies are not scrubbed yet, so segments are short, and each
 * is deleted as soon as the digest has passed it. The same for every storage engine.
 */
export type Spool = {
  /**
   * Resolves when the record is on disk; rejects, with nothing written, when it cannot be.
   * `inRush`: others follow in this very turn. They share one write then; begun at once it would
   * hold the first alone, and all others would wait for the next.
   */
  append(record: SpoolRecord, inRush?: boolean): Promise<SpoolEntry>;
  /** What lay undigested when the spool was opened, oldest first. */
  readonly waiting: SpoolEntry[];
  /** Deletes the segments that lie wholly before the cursor. */
  release(cursor: SpoolCursor): Promise<void>;
  /** Nothing that has been digested is left in the folder. */
  close(): Promise<void>;
};

/** Where a record lies, and whose it is. */
export type SpoolEntry = {
  segment: number;
  offset: number;
  byteLength: number;
  projectId: ProjectId;
  /** Milliseconds since 1970. */
  receivedAt?: number;
};

/** The cursor once it has been digested. */
export const cursorAfter = ({ segment, offset, byteLength }: SpoolEntry): SpoolCursor => ({
  segment,
  offset: offset + byteLength,
});

type SpoolOptions = {
  /** A new segment is begun beyond this size. */
  segmentBytes?: number;
  /** A new segment is begun so long after the first record of the last one. */
  segmentMs?: number;
  /**
   * Numbers that may have been used after an old cursor, by segments that are deleted: none of them
   * may be used again.
   */
  skippedSegments?: number;
  /** Told about a tail that was cut off: a write that never finished. */
  onTorn?: (where: SpoolHole) => void;
  /**
   * Told about bytes between records that are none, or no longer. What was accepted there cannot be
   * read, what follows can.
   */
  onDamaged?: (where: SpoolHole, bytes: Uint8Array) => Promise<void> | void;
};

export type SpoolHole = { segment: number; offset: number; lostBytes: number };

const defaultSegmentBytes = 8 * 1024 * 1024;
const defaultSegmentMs = 2_000;

/** Opens the folder, creating it when missing. `from` is the digest's cursor. */
export async function openSpool(
  folder: string,
  from?: SpoolCursor,
  options: SpoolOptions = {},
): Promise<Spool> {
  const {
    segmentBytes = defaultSegmentBytes,
    segmentMs = defaultSegmentMs,
    skippedSegments = 0,
  } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const segments = await listSegments(folder);
  const sealed = sealedSegments(folder, from);
  const found: SpoolEntry[][] = [];
  for (const segment of segments) {
    const isPassed = from !== undefined && segment < from.segment;
    const start = from?.segment === segment ? from.offset : 0;
    const entries = isPassed ? [] : await scan(folder, segment, start, options);
    found.push(entries);
    const last = entries.at(-1);
    sealed.add(segment, last === undefined ? 0 : last.offset + last.byteLength);
  }
  // What was digested before the last stop.
  await sealed.retry();
  // A new segment each time: a torn tail stays where it is and no record is ever appended behind
  // it.
  const first = Math.max(0, from?.segment ?? 0, ...segments) + 1 + skippedSegments;
  const writer = await openWriter({ folder, first, segmentBytes, segmentMs, sealed });
  return { ...writer, waiting: found.flat(), release: sealed.release };
}

/** The records of a segment from a position on. */
export const scan = async (
  folder: string,
  segment: number,
  from: number,
  options: SpoolOptions = {},
) => recordsIn(await readFile(segmentPath(folder, segment)), segment, from, options);

/** The same of a segment's bytes. */
export async function recordsIn(
  bytes: Buffer,
  segment: number,
  from: number,
  options: Pick<SpoolOptions, "onTorn" | "onDamaged">,
): Promise<SpoolEntry[]> {
  const entries: SpoolEntry[] = [];
  let offset = from;
  for (;;) {
    const read = decodeRecord(bytes, offset);
    if (read === "end") return entries;
    if (read === "torn") {
      const next = nextRecord(bytes, offset);
      const hole = { segment, offset, lostBytes: (next ?? bytes.length) - offset };
      const isCutOff = next === undefined && !isComplete(bytes, offset);
      if (isCutOff) options.onTorn?.(hole);
      else await options.onDamaged?.(hole, bytes.subarray(offset, next));
      if (next === undefined) return entries;
      offset = next;
      continue;
    }
    const { projectId, receivedAt } = read.record.head;
    entries.push({ segment, offset, byteLength: read.next - offset, projectId, receivedAt });
    offset = read.next;
  }
}

/**
 * The records of entries in the order of the log; "damaged" for one that is not what was written.
 * Their bodies are views of what `onRead` is told of.
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
export const readRaw = (folder: string, entry: SpoolEntry): Promise<Buffer<ArrayBuffer>> =>
  readRun(folder, [entry]);

const runBytesMax = 4 * 1024 * 1024;

/** Entries that are one behind the other are one reading. */
function runsOf(entries: SpoolEntry[]): SpoolEntry[][] {
  const runs: SpoolEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const follows =
      last && last.segment === entry.segment && last.offset + last.byteLength === entry.offset;
    if (follows && entry.offset + entry.byteLength - run![0]!.offset <= runBytesMax)
      run!.push(entry);
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
    // A read may return less than was asked for. Only the end of the file says that the rest is
    // missing.
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
