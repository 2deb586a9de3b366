import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Names of scheduled backups: `spoor-2026-11-23T02-00-00Z.tar.zst`. Other files of the folder are never removed. */
const keptName = /^spoor-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.tar\.zst$/;
const leftoverName = /^spoor-[\dT-]+Z\.tar\.zst\.part-/;

export function nameAt(at: number): string {
  return `spoor-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.zst`;
}

/** Newest first. A file has its name only after it was verified. */
async function keptIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => keptName.test(name));
  return names.toSorted().toReversed();
}

/** When the newest backup of a folder was begun; undefined where there is none, or no folder. */
export async function newestAt(folder: string): Promise<number | undefined> {
  const [newest] = await keptIn(folder).catch(() => []);
  return newest === undefined ? undefined : Date.parse(newest.replace(keptName, "$1:$2:$3Z"));
}

/** Removes all but the newest `keep`, and returns how many that were. */
export async function removeOlder(folder: string, keep: number): Promise<number> {
  const older = (await keptIn(folder)).slice(keep);
  for (const name of older) await rm(join(folder, name));
  return older.length;
}

/** What backups that were cut short have left behind. */
export async function removeLeftovers(folder: string): Promise<void> {
  const leftovers = (await readdir(folder)).filter((name) => leftoverName.test(name));
  for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true });
}
