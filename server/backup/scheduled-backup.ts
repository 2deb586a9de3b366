import { createReadStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { backupFolderFault, folderFaultOf, isOnOtherDisk } from "./backup-folder.ts";
import { compressed, decompressed } from "./compressed.ts";
import { bytesNeeded, isFullDisk, tooFewBytes } from "./disk-space.ts";
import { type BackupPlace, nameAt, removeLeftovers, removeOlder } from "./kept-backups.ts";
import { type BackupFile, noteScheduled } from "./last-backup.ts";
import { withScratchFolder } from "./scratch-folder.ts";
import { verifyBackup } from "./verify-backup.ts";
import { type Backup, beginBackup } from "./write-backup.ts";
import { syncFolderOf, writeDurably } from "./write-durably.ts";

export type ScheduledBackupDeps = BackupPlace & {
  dataFolder: string;
  keep: number;
  version: string;
  at: number;
};

/** `fault`: why there is no new backup, in one sentence. The older ones are kept. */
export type ScheduledBackup = (BackupFile & { removed: number }) | { fault: string };

/** Writes a backup, verifies it completely, renames it, and only then removes the oldest. */
export async function makeScheduledBackup(deps: ScheduledBackupDeps): Promise<ScheduledBackup> {
  const { folder, maker, at } = deps;
  try {
    const wrong = await backupFolderFault(folder, deps.dataFolder);
    if (wrong !== undefined) return { fault: wrong };
    await removeLeftovers(deps);
    return await withScratchFolder(join(folder, nameAt(at, maker)), (scratch) =>
      writeAndVerify(deps, scratch),
    );
  } catch (error) {
    const fault = faultOf(error, folder);
    if (fault === undefined) throw error;
    return { fault };
  }
}

async function writeAndVerify(
  deps: ScheduledBackupDeps,
  scratch: string,
): Promise<ScheduledBackup> {
  const { dataFolder, folder, maker, keep, version, at } = deps;
  const written = join(scratch, "backup");
  const file = join(folder, nameAt(at, maker));
  const begun = await beginBackup({
    dataFolder,
    scratch,
    version,
    now: Date.now,
    onProgress: () => undefined,
  });
  const bytes = await write(begun, written, folder).finally(begun.release);
  if (typeof bytes !== "number") return bytes;
  const { faults } = await verifyBackup(decompressed(createReadStream(written)), scratch);
  if (faults.length > 0)
    return { fault: `The new backup is damaged and was removed. ${faults.join(" ")}` };
  await rename(written, file);
  await syncFolderOf(file);
  const backup = { takenAt: new Date(begun.takenAt).toISOString(), file, bytes };
  await noteScheduled(
    dataFolder,
    backup,
    (await isOnOtherDisk(folder, dataFolder)) ? folder : undefined,
  );
  return { ...backup, removed: await removeOlder(deps, keep) };
}

async function write(
  begun: Backup,
  path: string,
  folder: string,
): Promise<number | { fault: string }> {
  const free = await tooFewBytes(folder, bytesNeeded(begun, true));
  if (free !== undefined)
    return { fault: `${folder} has only ${Math.floor(free / 1024 ** 2)} MiB of free space.` };
  return writeDurably(path, compressed(begun.pieces));
}

function faultOf(error: unknown, folder: string): string | undefined {
  if (isFullDisk(error)) return `No space left in ${folder}.`;
  const { message } = Object(error) as { message?: string };
  if (message?.includes("malformed"))
    return "A file in the data folder is damaged. Run “spoor doctor” to see which.";
  return folderFaultOf(error, folder);
}
