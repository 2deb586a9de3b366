import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * A folder, and the data folder whose backups are meant: eight hexadecimal digits that its server
 * chose.
 */
export type BackupPlace = { folder: string; maker: string };

/**
 * Names of scheduled backups: `spoor-2026-11-23T02-00-00Z-1f0c93ab.tar.zst`, with the maker at the
 * end. Those of another maker belong to another instance, or to the one that this was restored
 * from: like all other files of the folder, they neither count nor are removed.
 */
const keptName = /^spoor-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z-([\da-f]{8})\.tar\.zst$/;

export function nameAt(at: number, maker: string): string {
  return `spoor-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z-${maker}.tar.zst`;
}

/** Newest first. A file has its name only after it was verified. */
async function keptIn({ folder, maker }: BackupPlace): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => keptName.exec(name)?.[4] === maker);
  return names.toSorted().toReversed();
}

/** When the newest backup of a maker was begun; undefined where there is none, or no folder. */
export async function newestAt(place: BackupPlace): Promise<number | undefined> {
  const [newest] = await keptIn(place).catch(() => []);
  return newest === undefined ? undefined : Date.parse(newest.replace(keptName, "$1:$2:$3Z"));
}

/** Removes all but the newest `keep`, and returns how many that were. */
export async function removeOlder(place: BackupPlace, keep: number): Promise<number> {
  const older = (await keptIn(place)).slice(keep);
  for (const name of older) await rm(join(place.folder, name));
  return older.length;
}

/**
 * What backups of this maker that were cut short have left behind. Another maker's may be at work
 * on its own.
 */
export async function removeLeftovers({ folder, maker }: BackupPlace): Promise<void> {
  const isLeftover = (name: string) =>
    name.startsWith("spoor-") && name.includes(`Z-${maker}.tar.zst.part-`);
  const leftovers = (await readdir(folder)).filter(isLeftover);
  for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true });
}
