import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { backup, DatabaseSync } from "node:sqlite";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { mainFile, telemetryFolder } from "./connections.ts";
import { daysIn } from "./day-files.ts";

/** A database file of the folder as of the snapshot, regardless of later writes. */
export type SnapshotFile = {
  /** Relative to the data folder: `telemetry/2026-11-21.db`. */
  file: string;
  /** Size of a copy. */
  bytes: number;
  /** The format, as numbered by `migrate.ts`. */
  version: number;
  /** Creates a copy at a new path. Runs in another thread, and reports the bytes done. */
  copyTo(path: string, onBytes: (bytes: number) => void): Promise<void>;
  /** The server may checkpoint the file's write-ahead log again. */
  release(): void;
};

export type Snapshot<Alongside> = {
  /** Files that a server writes come first, so that their logs grow for the shortest time. */
  files: SnapshotFile[];
  /** The result of `alongside`, run while nothing could change. */
  alongside: Alongside;
  release(): void;
};

/**
 * All database files of a folder as of one moment, while a server continues to write.
 *
 * Every telemetry change holds the write lock of spoor.db: the digest for a whole batch; sampling,
 * moves, and deletions for each slice. While the snapshot holds that lock for a few milliseconds,
 * no batch is in progress, the cursor is fixed, and no undigested spool segment is deleted. It then
 * starts a read transaction in every file, which in WAL mode keeps seeing that state. Copies are
 * made from these transactions after the lock is released.
 *
 * Rejected: copying one file after the other. Rows of batches after the copy of spoor.db could be
 * removed by recovery, but not the effects of sampling, moves, and second changes of a trace on
 * earlier rows.
 *
 * Throws a message if there is nothing to copy, or the lock is not available.
 */
export async function takeSnapshot<Alongside>(
  folder: string,
  alongside: (cursor: SpoolCursor | undefined) => Promise<Alongside>,
): Promise<Snapshot<Alongside>> {
  if (!existsSync(mainFile(folder))) throw new Error(`No Spoor data in ${folder}.`);
  const pinned = new Map<string, Pinned>();
  const release = () => pinned.forEach(({ database }) => close(database));
  try {
    // Opening takes 0.5 ms per file, so it is done before the lock. Only files created in between
    // are opened under it.
    for (const file of filesOf(folder)) openFile(pinned, folder, file);
    using lock = lockOf(folder);
    for (const file of filesOf(folder)) openFile(pinned, folder, file);
    for (const each of pinned.values()) pin(each);
    const found = await alongside(cursorOf(lock));
    return { files: snapshotFiles(pinned), alongside: found, release };
  } catch (error) {
    release();
    throw error;
  }
}

type Pinned = { file: string; database: DatabaseSync; bytes: number; version: number };

const lockPatienceMs = 30_000;
const patienceMs = 5_000;

/** Closing it releases the lock. */
function lockOf(folder: string): DatabaseSync {
  const database = new DatabaseSync(mainFile(folder), { timeout: lockPatienceMs });
  try {
    database.exec("BEGIN IMMEDIATE");
    return database;
  } catch (error) {
    database.close();
    throw new Error(
      `${mainFile(folder)} is busy or not writable, so it could not be copied. Try again later.`,
      {
        cause: error,
      },
    );
  }
}

/** Today's file comes after the two that are always written; older ones are mostly read. */
function filesOf(folder: string): string[] {
  const days = daysIn(telemetryFolder(folder)).map((day) => `telemetry/${day}.db`);
  return [
    "spoor.db",
    ...days,
    ...(existsSync(join(folder, "artifacts.db")) ? ["artifacts.db"] : []),
  ];
}

function openFile(pinned: Map<string, Pinned>, folder: string, file: string): void {
  if (pinned.has(file)) return;
  try {
    const url = new URL(`${pathToFileURL(join(folder, file)).href}?mode=ro`);
    const database = new DatabaseSync(url, { readOnly: true, timeout: patienceMs });
    pinned.set(file, { file, database, bytes: 0, version: 0 });
  } catch (error) {
    // Deleted by retention in the meantime.
    if (existsSync(join(folder, file))) throw error;
  }
}

function pin(each: Pinned): void {
  each.database.exec("BEGIN");
  each.version = pragma(each.database, "user_version");
  each.bytes = pragma(each.database, "page_count") * pragma(each.database, "page_size");
}

const pragma = (database: DatabaseSync, name: string) =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get()!)[0]);

function cursorOf(database: DatabaseSync): SpoolCursor | undefined {
  const row = database.prepare("SELECT segment, position FROM digest").get() as
    | { segment: number | null; position: number | null }
    | undefined;
  if (row?.segment == null || row.position === null) return undefined;
  return { segment: row.segment, offset: row.position };
}

/** A file of version 0 has only been created so far. */
function snapshotFiles(pinned: Map<string, Pinned>): SnapshotFile[] {
  const made = [...pinned.values()].filter(({ version }) => version > 0);
  return made.map(({ file, database, bytes, version }) => ({
    file,
    bytes,
    version,
    copyTo: (path, onBytes) => copy(database, path, bytes, onBytes),
    release: () => close(database),
  }));
}

function close(database: DatabaseSync): void {
  if (database.isOpen) database.close();
}

/** Pages between two turns of the event loop: 4 MiB, which a disk writes in a few milliseconds. */
const pagesPerStep = 1_024;

async function copy(
  database: DatabaseSync,
  path: string,
  bytes: number,
  onBytes: (bytes: number) => void,
) {
  const progress = ({
    totalPages,
    remainingPages,
  }: {
    totalPages: number;
    remainingPages: number;
  }) => onBytes(bytes * (1 - remainingPages / Math.max(totalPages, 1)));
  await backup(database, path, { rate: pagesPerStep, progress });
  onBytes(bytes);
}
