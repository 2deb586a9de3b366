import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * A folder, and the data folder whose backups are meant: eight hexadecimal digits chosen by its
 * server.
 */
export type BackupPlace = { folder: string; maker: string };

/**
 * Names of scheduled backups: `spoor-2026-11-23T02-00-00Z-1f0c93ab.tar.zst`, ending with the maker.
 * Backups of another maker belong to another instance or to the source of a restored folder. Like
 * all other files, they neither count nor are removed.
 */
const keptName = /^spoor-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z-([\da-f]{8})\.tar\.zst$/;

export function nameAt(at: number, maker: string): string {
  return `spoor-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z-${maker}.tar.zst`;
}

/** Newest first. A file gets its name only after verification. */
async function keptIn({ folder, maker }: BackupPlace): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => keptName.exec(name)?.[4] === maker);
  return names.toSorted().toReversed();
}

/** When a maker's newest backup was started; undefined if there is none, or no folder. */
export async function newestAt(place: BackupPlace): Promise<number | undefined> {
  const [newest] = await keptIn(place).catch(() => []);
  return newest === undefined ? undefined : Date.parse(newest.replace(keptName, "$1:$2:$3Z"));
}

/** Removes all but the newest `keep`. Returns the number removed. */
export async function removeOlder(place: BackupPlace, keep: number): Promise<number> {
  const older = (await keptIn(place)).slice(keep);
  for (const name of older) await rm(join(place.folder, name));
  return older.length;
}

/** Removes files of this maker's interrupted backups. Another maker's may be in progress. */
export async function removeLeftovers({ folder, maker }: BackupPlace): Promise<void> {
  const isLeftover = (name: string) =>
    name.startsWith("spoor-") && name.includes(`Z-${maker}.tar.zst.part-`);
  const leftovers = (await readdir(folder)).filter(isLeftover);
  for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true });
}
