import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type BackupFile = {
  /** The moment that its content represents, ISO 8601. */
  takenAt: string;
  /** As named on the command line. */
  file: string;
  bytes: number;
};

/** The folder's record of its last backup and of the last verified one. */
export type LastBackup = BackupFile & {
  verified?: BackupFile;
  /** The folder of scheduled backups, if it was on another disk than the data. */
  otherDisk?: string;
};

const pathIn = (dataFolder: string) => join(dataFolder, "last-backup.json");

/** Records a written backup, keeping the last verified one. */
export async function noteBackup(dataFolder: string, backup: BackupFile): Promise<void> {
  const { verified, otherDisk } = await known(dataFolder);
  await write(dataFolder, {
    ...backup,
    ...(verified && { verified }),
    ...(otherDisk !== undefined && { otherDisk }),
  });
}

/**
 * Records that a backup is intact: one written here, or the last one, identified by its moment,
 * wherever it is now.
 */
export async function noteVerified(dataFolder: string, backup: BackupFile): Promise<void> {
  await noteScheduled(dataFolder, backup, (await known(dataFolder)).otherDisk);
}

/** Same for a scheduled backup. Its folder is recorded if it is on another disk than the data. */
export async function noteScheduled(
  dataFolder: string,
  backup: BackupFile,
  otherDisk: string | undefined,
): Promise<void> {
  await write(dataFolder, {
    ...backup,
    verified: backup,
    ...(otherDisk !== undefined && { otherDisk }),
  });
}

const known = async (dataFolder: string): Promise<Partial<LastBackup>> =>
  (await lastBackup(dataFolder).catch(() => undefined)) ?? {};

async function write(dataFolder: string, backup: LastBackup): Promise<void> {
  const aside = `${pathIn(dataFolder)}.new`;
  await writeFile(aside, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  await rename(aside, pathIn(dataFolder));
}

/** Undefined if there was none. */
export async function lastBackup(dataFolder: string): Promise<LastBackup | undefined> {
  const text = await readFile(pathIn(dataFolder), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as LastBackup);
}

/** When the last verified backup was taken, in milliseconds since 1970. */
export function verifiedAt(last: LastBackup | undefined): number | undefined {
  return last?.verified && Date.parse(last.verified.takenAt);
}
