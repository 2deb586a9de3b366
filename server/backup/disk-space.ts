import { statfs } from "node:fs/promises";
import type { Backup } from "./write-backup.ts";

/**
 * A compressed backup, and one that is written elsewhere, takes what the copy of the largest file
 * does, and perhaps more.
 */
export function bytesNeeded({ bytes, largestBytes }: Backup, isCompressed: boolean): number {
  return isCompressed ? largestBytes : bytes + largestBytes;
}

/**
 * Bytes that are free in a folder; undefined where that is enough. A disk filled to its end would
 * stop the server.
 */
export async function tooFewBytes(folder: string, needed: number): Promise<number | undefined> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= needed ? undefined : bavail * bsize;
}

const sqliteFull = 13;

/** Whether an error of the file system or of SQLite says that the disk is full. */
export function isFullDisk(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return code === "ENOSPC" || code === "EDQUOT" || errcode === sqliteFull;
}
