import { accessSync, createReadStream, existsSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { decompressed } from "#server/backup/compressed.ts";
import { isFullDisk, tooFewBytes } from "#server/backup/disk-space.ts";
import type { OnProgress } from "#server/backup/write-backup.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { printBytes } from "./print-bytes.ts";

/** `FILE` on the command line: a path, or `-` for standard input and output. */
export const isStandardStream = (operand: string): boolean => operand === "-";

/** Location of a temporary database copy: next to the file. */
export const scratchPathOf = (operand: string): string =>
  isStandardStream(operand) ? join(tmpdir(), "spoor-backup") : resolve(operand);

/** Same for a file that is only read, whose folder may not be writable. */
export async function readingScratchPathOf(operand: string): Promise<string> {
  const beside = scratchPathOf(operand);
  const isWritable = await access(dirname(beside), constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? beside : scratchPathOf("-");
}

/** The decompressed bytes of a backup file, or why it can't be read. */
export async function readBackupFile(
  operand: string,
  onProgress: OnProgress,
): Promise<AsyncIterable<Buffer> | Problem> {
  if (isStandardStream(operand)) return decompressed(process.stdin);
  const total = await sizeOf(operand);
  if (isProblem(total)) return total;
  return decompressed(
    counting(createReadStream(operand, { highWaterMark: 1024 * 1024 }), total, onProgress),
  );
}

async function sizeOf(operand: string): Promise<number | Problem> {
  try {
    await access(operand, constants.R_OK);
    return (await stat(operand)).size;
  } catch (error) {
    if (isForbidden(error)) return { problem: "conflict", detail: withoutRights("read", operand) };
    return { problem: "not-found", detail: `File ${operand} not found.` };
  }
}

const isForbidden = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EACCES";

const withoutRights = (act: "read" | "write to", path: string): string =>
  `User ${process.getuid?.() ?? ""} cannot ${act} ${path}. When run as root, commands act as the user that owns the data folder.`;

async function* counting(source: AsyncIterable<Buffer>, total: number, onProgress: OnProgress) {
  let done = 0;
  for await (const piece of source) {
    yield piece;
    onProgress((done += piece.length), total, "");
  }
}

/** Why a file with this name can't be written; undefined if it can. */
export function writeProblem(operand: string): string | undefined {
  if (existsSync(operand))
    return `${operand} already exists. Choose another name. Backups never overwrite a file.`;
  const folder = dirname(resolve(operand));
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    if (isForbidden(error)) return withoutRights("write to", folder);
    return existsSync(folder)
      ? undefined
      : `Folder ${folder} not found. Create it, or choose another folder.`;
  }
}

/** Why a backup of this size isn't started; undefined if there is space. */
export async function spaceProblem(operand: string, bytes: number): Promise<string | undefined> {
  const folder = dirname(scratchPathOf(operand));
  const free = await tooFewBytes(folder, bytes);
  return free === undefined
    ? undefined
    : `Not enough space in ${folder}: the backup needs ${printBytes(bytes)}, and ${printBytes(free)} is free.`;
}

/**
 * The message for a disk that became full, from the file system or SQLite; undefined for other
 * errors.
 */
export function fullDisk(error: unknown, operand: string): Problem | undefined {
  if (!isFullDisk(error)) return undefined;
  const detail = `No space left in ${dirname(scratchPathOf(operand))}. The partial file was removed.`;
  return { problem: "unavailable", detail };
}
