import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isFullDisk } from "./disk-space.ts";
import { lastBackup } from "./last-backup.ts";

/**
 * Why no scheduled backup can be written to this folder; undefined if it can. The folder is never
 * created: a missing one is mistyped or not mounted, and backups would fill the data's disk. For
 * the same reason, backups that were on another disk than the data must stay on another disk.
 */
export async function backupFolderFault(
  folder: string,
  dataFolder: string,
): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return isNoFolder(folder);
    if (!(await takesFiles(folder))) return isClosed(folder);
    const isMoved = (await lastBackup(dataFolder).catch(() => undefined))?.otherDisk === folder;
    return isMoved && !(await isOnOtherDisk(folder, dataFolder)) ? notMounted(folder) : undefined;
  } catch (error) {
    return folderFaultOf(error, folder) ?? `${folder}: ${(error as Error).message}.`;
  }
}

/**
 * Creates a test file: the system reports root write access even where files can't be created, such
 * as in /sys.
 */
async function takesFiles(folder: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(join(folder, ".spoor-test-")));
    return true;
  } catch (error) {
    if (isFullDisk(error)) return true;
    if (/^(?:ENOENT|EACCES|EPERM|EROFS)$/.test(String((error as NodeJS.ErrnoException).code)))
      return false;
    throw error;
  }
}

/** Whether the two are on different file systems. */
export async function isOnOtherDisk(folder: string, dataFolder: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(folder), stat(dataFolder)]);
  return one.dev !== other.dev;
}

/** The message for a file system error; undefined for other errors. */
export function folderFaultOf(error: unknown, folder: string): string | undefined {
  const { code } = Object(error) as { code?: unknown };
  if (code === "ENOENT")
    return `${folder} does not exist. Create it, or mount its disk. Spoor doesn't create it.`;
  if (code === "ENOTDIR") return isNoFolder(folder);
  return code === "EACCES" || code === "EPERM" || code === "EROFS" ? isClosed(folder) : undefined;
}

const isClosed = (folder: string) => `${folder} is not writable.`;

const isNoFolder = (path: string) =>
  `${path} is not a folder. Set SPOOR_BACKUP_FOLDER to a folder.`;

const notMounted = (folder: string) =>
  `${folder} is now on the same disk as the data; earlier backups there were on another disk. Mount that disk, or choose another folder.`;
