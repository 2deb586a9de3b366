import { diskCauseOf } from "./disk-cause.ts";
import type { DiskCause } from "./trouble.ts";

/** Why Spoor can't start: the data folder's state, otherwise the error's own message. */
export function startSentence(error: unknown, folder: string): string {
  const said = error instanceof Error ? error.message : String(error);
  if (isSaidWhole(error)) return said;
  const sentence =
    sentences[diskCauseOf(error) ?? "other"] ?? (isNoFolder(error) ? noFolder : undefined);
  return sentence === undefined ? said : `${sentence(folder)} (${said})`;
}

/** The server responds, and its own message states what to do. */
const isSaidWhole = (error: unknown) =>
  /^database-(?:read-only|without-tls)$/.test(String((error as { code?: string }).code));

const sentences: Partial<Record<DiskCause, (folder: string) => string>> = {
  full: (folder) =>
    `The disk of the data folder ${folder} is full. Free some space and start Spoor again.`,
  "read-only": (folder) =>
    `The data folder ${folder} is read-only. Make it writable for the user that runs Spoor, or set SPOOR_DATA to another folder.`,
  failing: (folder) =>
    `The data folder ${folder} (SPOOR_DATA) could not be read or written. Check the disk.`,
  exhausted: () =>
    "The machine is out of open files, threads, or memory. Raise the limits of this process (ulimit), then start it again.",
  away: () => "The database at DATABASE_URL does not respond. Check the URL and the server.",
  damaged: (folder) =>
    `The database in the data folder ${folder} is damaged. Run “spoor doctor” for details. Restore a backup with “spoor restore FILE”.`,
};

/** A file is in its place, or in place of a parent. */
const isNoFolder = (error: unknown) =>
  /^(?:EEXIST|ENOTDIR)$/.test(String((error as { code?: string }).code));

const noFolder = (folder: string) =>
  `SPOOR_DATA is ${folder}, which is not a folder. Set it to a folder.`;
