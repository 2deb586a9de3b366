import { open, readdir, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";

const segmentName = /^(\d{8})\.spool$/;

/** Numbers of the segments in a spool folder, in order. */
export async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  const numbers = names.flatMap((name) => segmentName.exec(name)?.[1] ?? []).map(Number);
  return numbers.toSorted((a, b) => a - b);
}

export const segmentPath = (folder: string, segment: number): string =>
  join(folder, `${String(segment).padStart(8, "0")}.spool`);

/** An empty segment. Its name is synced, so records in it only need their own sync. */
export async function createSegment(folder: string, segment: number): Promise<FileHandle> {
  const path = segmentPath(folder, segment);
  const file = await open(path, "ax", 0o600);
  try {
    const directory = await open(folder, "r");
    await directory.sync().finally(() => directory.close());
    return file;
  } catch (error) {
    await file.close();
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

/**
 * Segments that are no longer written, by the end of their records. Deleted when the digest reaches
 * the end.
 */
export type SealedSegments = {
  add(segment: number, end: number): void;
  /** The digest's position. A failed deletion is retried the next time. */
  release(cursor: SpoolCursor): Promise<void>;
  /** Retries what the last `release` left. */
  retry(): Promise<void>;
  isPassed(segment: number, end: number): boolean;
};

export function sealedSegments(folder: string, from: SpoolCursor | undefined): SealedSegments {
  const ends = new Map<number, number>();
  let digested = from;

  const isPassed = (segment: number, end: number) =>
    end === 0 ||
    (digested !== undefined &&
      (segment < digested.segment || (segment === digested.segment && end <= digested.offset)));

  async function retry(): Promise<void> {
    for (const [segment, end] of ends) {
      if (!isPassed(segment, end)) continue;
      ends.delete(segment);
      await unlink(segmentPath(folder, segment)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return;
        ends.set(segment, end);
        throw error;
      });
    }
  }

  return {
    add: (segment, end) => void ends.set(segment, end),
    release(cursor) {
      digested = cursor;
      return retry();
    },
    retry,
    isPassed,
  };
}
