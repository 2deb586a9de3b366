import type { FileHandle } from "node:fs/promises";
import { unlink } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { encodeRecord, type SpoolRecord } from "./record.ts";
import { createSegment, type SealedSegments, segmentPath } from "./segments.ts";
import type { Spool, SpoolEntry } from "./spool.ts";

type WriterDeps = {
  folder: string;
  /** The number of its first segment. */
  first: number;
  /** A segment ends at this size or age. It is deleted after all of it is digested. */
  segmentBytes: number;
  segmentMs: number;
  sealed: SealedSegments;
};

type Pending = {
  record: SpoolRecord;
  resolve: (entry: SpoolEntry) => void;
  reject: (error: unknown) => void;
};
type Segment = { number: number; file: FileHandle; size: number; begunAt: number };

/** A group in a flood has one or two MiB; a single request may have 20. */
const keptBytesMax = 4 * 1024 * 1024;

export async function openWriter(deps: WriterDeps): Promise<Pick<Spool, "append" | "close">> {
  const { folder, segmentBytes, segmentMs, sealed } = deps;
  let last = deps.first - 1;
  let current = await create();
  /** Created in advance, so that no request waits until its name is on disk. */
  let next: Segment | undefined;
  let creating: Promise<void> | undefined;
  /** After `size`, the file may contain half a record. Nothing may be appended. */
  let isSpoiled = false;
  /** Writes are sequential, so one buffer is reused: new memory for each would cost page faults. */
  let side = Buffer.allocUnsafeSlow(0);
  let pending: Pending[] = [];
  let flushing: Promise<void> | undefined;

  /** The number of a file that could not be created is not reused, because part of it may exist. */
  async function create(): Promise<Segment> {
    const number = (last += 1);
    return { number, file: await createSegment(folder, number), size: 0, begunAt: 0 };
  }

  function createNext(): Promise<void> {
    creating ??= create()
      .then((made) => void (next = made))
      .finally(() => (creating = undefined));
    return creating;
  }

  /** Creation in advance may fail. Until it succeeds, the current segment exceeds its limit. */
  const createAhead = () => void createNext().catch(() => undefined);

  const isDone = () =>
    current.size >= segmentBytes ||
    (current.size > 0 && performance.now() - current.begunAt >= segmentMs);

  function turn(to: Segment): void {
    sealed.add(current.number, current.size);
    current.file.close().catch(() => undefined);
    [current, next, isSpoiled] = [to, undefined, false];
    createAhead();
  }

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
    if (isSpoiled && !next) await createNext();
    if (isSpoiled || isDone()) {
      if (next) turn(next);
      else createAhead();
    }
    const { number: segment, file, size } = current;
    const entries: SpoolEntry[] = [];
    const chunks: Uint8Array[] = [];
    let offset = size;
    for (const { record } of group) {
      const encoded = encodeRecord(record);
      chunks.push(...encoded.chunks);
      const { projectId, receivedAt } = record.head;
      entries.push({ segment, offset, byteLength: encoded.byteLength, projectId, receivedAt });
      offset += encoded.byteLength;
    }
    // One buffer and one write, because a short writev would have to be continued manually.
    await file.writeFile(sideBySide(chunks, offset - size));
    await file.datasync();
    if (size === 0) current.begunAt = performance.now();
    current.size = offset;
    return entries;
  }

  function sideBySide(chunks: Uint8Array[], byteLength: number): Uint8Array {
    if (byteLength > keptBytesMax) return Buffer.concat(chunks, byteLength);
    if (byteLength > side.length)
      side = Buffer.allocUnsafeSlow(Math.min(keptBytesMax, 2 * byteLength));
    let at = 0;
    for (const chunk of chunks) {
      side.set(chunk, at);
      at += chunk.length;
    }
    return side.subarray(0, at);
  }

  /**
   * After a failed sync, the disk may contain anything. The segment then ends here, as it does if
   * it can't be truncated.
   */
  async function mend(): Promise<void> {
    try {
      await current.file.truncate(current.size);
      await current.file.datasync();
    } catch {
      isSpoiled = true;
    }
  }

  /** Deletes the last request, too, even if none follows. */
  function look(): void {
    if (flushing === undefined && isDone()) {
      if (next) turn(next);
      else createAhead();
    }
    sealed.retry().catch(() => undefined);
  }

  async function remove({ number, size }: Segment): Promise<void> {
    if (sealed.isPassed(number, size)) await unlink(segmentPath(folder, number));
  }

  const looking = setInterval(look, segmentMs / 2).unref();
  createAhead();

  return {
    append: (record, inRush = false) =>
      new Promise((resolve, reject) => {
        pending.push({ record, resolve, reject });
        flushing ??= flush(inRush);
      }),
    close: async () => {
      clearInterval(looking);
      await flushing;
      await creating?.catch(() => undefined);
      const open = next ? [current, next] : [current];
      for (const { file } of open) await file.close();
      for (const segment of open) await remove(segment);
      await sealed.retry();
    },
  };
}
