import { open, readdir, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";

const segmentName = /^(\d{8})\.spool$/;

/** The numbers of a spool folder's segments, in order. */
export async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  const numbers = names.flatMap((name) => segmentName.exec(name)?.[1] ?? []).map(Number);
  return numbers.toSorted((a, b) => a - b);
}

export const segmentPath = (folder: string, segment: number): string =>
  join(folder, `${String(segment).padStart(8, "0")}.spool`);

/**
 * A segment that nothing was written to yet. Its name is on disk, too: records in it are safe with
 * their own sync alone.
 */
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
 * Segments that nothing is written to anymore, by where their records end: they are deleted once
 * the digest is there.
 */
export type SealedSegments = {
  add(segment: number, end: number): void;
  /** How far the digest is. What could not be deleted is tried again the next time. */
  release(cursor: SpoolCursor): Promise<void>;
  /** Tries again what the last `release` left. */
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
