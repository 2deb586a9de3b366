import { statfs } from "node:fs/promises";
import type { Backup } from "./write-backup.ts";

/**
 * A compressed backup, or one written elsewhere, needs the size of the largest file's copy, and
 * possibly more.
 */
export function bytesNeeded({ bytes, largestBytes }: Backup, isCompressed: boolean): number {
  return isCompressed ? largestBytes : bytes + largestBytes;
}

/** Free bytes in a folder; undefined if there are enough. A full disk would stop the server. */
export async function tooFewBytes(folder: string, needed: number): Promise<number | undefined> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= needed ? undefined : bavail * bsize;
}

const sqliteFull = 13;

/** Whether an error of the file system or SQLite means that the disk is full. */
export function isFullDisk(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return code === "ENOSPC" || code === "EDQUOT" || errcode === sqliteFull;
}
