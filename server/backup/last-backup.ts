import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What the folder remembers of its last backup; `spoor doctor` says it. */
export type LastBackup = {
  /** The moment that everything in it is of, ISO 8601. */
  takenAt: string;
  /** As it was named on the command line. */
  file: string;
  bytes: number;
};

const pathIn = (dataFolder: string) => join(dataFolder, "last-backup.json");

export async function noteBackup(dataFolder: string, backup: LastBackup): Promise<void> {
  const aside = `${pathIn(dataFolder)}.new`;
  await writeFile(aside, `${JSON.stringify(backup)}\n`);
  await rename(aside, pathIn(dataFolder));
}

/** Undefined when there was none. */
export async function lastBackup(dataFolder: string): Promise<LastBackup | undefined> {
  const text = await readFile(pathIn(dataFolder), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as LastBackup);
}
