import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { restoredMark } from "#server/digest/spool/spool-copy.ts";
import { halfRestored, lockFolder } from "#server/storage/sqlite/lock.ts";
import { newestOf } from "#server/storage/formats.ts";
import { formatOf } from "#server/storage/sqlite/inspect-file.ts";
import { BackupFault } from "./fault.ts";
import type { Manifest } from "./manifest.ts";
import { readArchive, type Take } from "./read-archive.ts";
import { syncFolder, writeDurably } from "./write-durably.ts";

type RestoreDeps = {
  dataFolder: string;
  /** Moves existing files aside. */
  force: boolean;
  now: () => number;
};

export type Restored = {
  manifest: Manifest;
  /** New location of the folder's previous files. */
  movedTo?: string;
};

const unpackFolder = "restoring";
const asidePrefix = "replaced-";

/**
 * Unpacks a backup into the data folder: first next to the existing files, then verified, then
 * renamed into place. Existing files remain untouched until then. Unpacked inside the folder,
 * because a data folder is often a mount point, which can't be renamed. If killed while unpacking,
 * nothing changes; within the milliseconds of renaming, it leaves a folder that servers refuse
 * (`lockFolder`). Restoring again starts over. Throws a BackupFault if the backup is damaged or the
 * folder isn't empty, a message if a server is using it.
 */
export async function restoreBackup(
  source: AsyncIterable<Buffer>,
  deps: RestoreDeps,
): Promise<Restored> {
  const { dataFolder } = deps;
  const lock = lockFolder(dataFolder, "restore");
  try {
    const present = await contentOf(dataFolder);
    if (present.length > 0 && !deps.force) throw new BackupFault(occupied(dataFolder));
    let aside = present.includes(halfRestored) ? await moveAside(deps, present) : undefined;
    const manifest = await unpack(source, join(dataFolder, unpackFolder));
    await markSpool(join(dataFolder, unpackFolder, "spool"));
    await rename(join(dataFolder, unpackFolder), join(dataFolder, halfRestored));
    await syncFolder(dataFolder);
    if (present.length > 0) aside ??= await moveAside(deps, present);
    await putInPlace(dataFolder);
    return { manifest, ...(aside !== undefined && { movedTo: aside }) };
  } finally {
    lock.release();
  }
}

/** A backup with an empty queue has no spool. */
async function markSpool(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await writeFile(join(folder, restoredMark), "", { mode: 0o600, flush: true });
  await syncFolder(folder);
}

const occupied = (folder: string) =>
  `${folder} is not empty. Set SPOOR_DATA to an empty folder, or use --force to move its contents aside.`;

/**
 * Files other than those of a restore, a lock, or the file system. The mark of an interrupted
 * restore is removed last.
 */
async function contentOf(folder: string): Promise<string[]> {
  const own = [unpackFolder, "lost+found", "server.lock", "server.lock-journal", "listening.url"];
  const names = (await readdir(folder)).filter(
    (name) => !own.includes(name) && !name.startsWith(asidePrefix),
  );
  return names.toSorted((a, b) => Number(a === halfRestored) - Number(b === halfRestored));
}

async function unpack(source: AsyncIterable<Buffer>, folder: string): Promise<Manifest> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const take: Take = async ({ name }, content) => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurably(path, content);
  };
  try {
    const { manifest, faults } = await readArchive(source, take);
    if (!manifest || faults.length > 0) throw new BackupFault(faults.join(" "));
    refuseNewer(manifest);
    for (const { parentPath } of await readdir(folder, { recursive: true, withFileTypes: true }))
      await syncFolder(parentPath);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function refuseNewer({ entries, spoor }: Manifest): void {
  const newer = entries.find(
    ({ name, version = 0 }) => name.endsWith(".db") && version > newestOf(formatOf(name)),
  );
  if (!newer) return;
  const known = newestOf(formatOf(newer.name));
  throw new BackupFault(
    `The backup was written by Spoor ${spoor}, a newer version: ${newer.name} has format ${newer.version}; this version supports up to ${known}. Use that version.`,
  );
}

async function moveAside({ dataFolder, now }: RestoreDeps, names: string[]): Promise<string> {
  const aside = join(dataFolder, asidePrefix + new Date(now()).toISOString().replaceAll(":", "-"));
  await mkdir(aside, { mode: 0o700 });
  for (const name of names) await rename(join(dataFolder, name), join(aside, name));
  return aside;
}

async function putInPlace(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, halfRestored);
  for (const name of await readdir(folder))
    await rename(join(folder, name), join(dataFolder, name));
  await syncFolder(dataFolder);
  await rmdir(folder);
  await syncFolder(dataFolder);
}
