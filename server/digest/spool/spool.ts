import { mkdir, open, readFile } from "node:fs/promises";
import type { ProjectId } from "#server/domain/ids.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { decodeRecord, isComplete, nextRecord, type SpoolRecord } from "./record.ts";
import { listSegments, sealedSegments, segmentPath } from "./segments.ts";
import { openWriter } from "./spool-writer.ts";

/**
 * An append-only log in segments that makes requests durable. A request is acknowledged after its
 * record is written and `fdatasync` has finished; requests that arrive in the meantime share the
 * next one (group commit). The digest reads behind the writer. Bodies are not scrubbed yet, so
 * segments are short and deleted as soon as they are digested. The same for every storage engine.
 */
export type Spool = {
  /**
   * Resolves when the record is on disk. Rejects, with nothing written, if that fails. `inRush`:
   * more requests follow in this turn and share one write. Started immediately, it would contain
   * only the first, and the others would wait for the next.
   */
  append(record: SpoolRecord, inRush?: boolean): Promise<SpoolEntry>;
  /** Requests that were not digested when the spool was opened, oldest first. */
  readonly waiting: SpoolEntry[];
  /** Deletes segments that end before the cursor. */
  release(cursor: SpoolCursor): Promise<void>;
  /** After this, the folder contains no digested requests. */
  close(): Promise<void>;
};

/** Position of a record, and its project. */
export type SpoolEntry = {
  segment: number;
  offset: number;
  byteLength: number;
  projectId: ProjectId;
  /** Milliseconds since 1970. */
  receivedAt?: number;
};

/** The cursor after this entry is digested. */
export const cursorAfter = ({ segment, offset, byteLength }: SpoolEntry): SpoolCursor => ({
  segment,
  offset: offset + byteLength,
});

type SpoolOptions = {
  /** Starts a new segment above this size. */
  segmentBytes?: number;
  /** Starts a new segment this long after the first record of the previous one. */
  segmentMs?: number;
  /**
   * Segment numbers that deleted segments may have used after an old cursor. They must not be
   * reused.
   */
  skippedSegments?: number;
  /** Called for a truncated tail: a write that never finished. */
  onTorn?: (where: SpoolHole) => void;
  /**
   * Called for bytes between records that are damaged. Requests there can't be read; later ones
   * can.
   */
  onDamaged?: (where: SpoolHole, bytes: Uint8Array) => Promise<void> | void;
};

export type SpoolHole = { segment: number; offset: number; lostBytes: number };

const defaultSegmentBytes = 8 * 1024 * 1024;
const defaultSegmentMs = 2_000;

/** Opens the folder, creating it if missing. `from`: the digest's cursor. */
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
  // Deletes what was digested before the last stop.
  await sealed.retry();
  // Always a new segment: a torn tail stays, and no record is appended after it.
  const first = Math.max(0, from?.segment ?? 0, ...segments) + 1 + skippedSegments;
  const writer = await openWriter({ folder, first, segmentBytes, segmentMs, sealed });
  return { ...writer, waiting: found.flat(), release: sealed.release };
}

/** Records of a segment from a position on. */
export const scan = async (
  folder: string,
  segment: number,
  from: number,
  options: SpoolOptions = {},
) => recordsIn(await readFile(segmentPath(folder, segment)), segment, from, options);

/** Records in a segment's bytes. */
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
 * Records of entries in log order; "damaged" for an entry that differs from what was written.
 * Bodies are views of the buffer passed to `onRead`.
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

/** An entry's bytes on disk, valid or not. */
export const readRaw = (folder: string, entry: SpoolEntry): Promise<Buffer<ArrayBuffer>> =>
  readRun(folder, [entry]);

const runBytesMax = 4 * 1024 * 1024;

/** Consecutive entries are read together. */
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
    // A read may return less than requested. Only the end of the file means that the rest is
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
