import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { backup, DatabaseSync } from "node:sqlite";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { mainFile, telemetryFolder } from "./connections.ts";
import { daysIn } from "./day-files.ts";

/**
 * A database file of the folder as it was at the moment of the snapshot, however much is written to
 * it since.
 */
export type SnapshotFile = {
  /** Relative to the data folder: `telemetry/2026-11-21.db`. */
  file: string;
  /** What a copy takes. */
  bytes: number;
  /** The format, as `migrate.ts` counts them. */
  version: number;
  /**
   * Makes a copy at a path where nothing is. Works in another thread, and says how many bytes are
   * done so far.
   */
  copyTo(path: string, onBytes: (bytes: number) => void): Promise<void>;
  /** From now on the server may tidy the file's write-ahead log again. */
  release(): void;
};

export type Snapshot<Alongside> = {
  /** Those that a server writes to come first, so that their logs grow for as short as can be. */
  files: SnapshotFile[];
  /** What `alongside` found while nothing could change. */
  alongside: Alongside;
  release(): void;
};

/**
 * All database files of a folder as they were at one moment, while a server continues writing them.
 *
 * Anyone who changes telemetry holds the write lock of spoor.db meanwhile: the digest for its whole
 * batch, thinning, moves and deletions for each of their slices. So for the milliseconds in which
 * this holds that lock there is no batch on its way, the cursor stands still, and no segment of the
 * spool that it has not passed goes. In these milliseconds a reading transaction begins in every
 * file; in WAL mode it continues seeing the file as it is then. Copies are made from these
 * transactions at leisure, the lock long given back.
 *
 * Instead: copying one file after the other. Rows of batches that came after the copy of spoor.db
 * could be taken back at recovery, but not what thinning, moves and a trace's second change did to
 * rows that were there before.
 *
 * Throws with a sentence when there is nothing to copy, or when the lock is not to be had.
 */
export async function takeSnapshot<Alongside>(
  folder: string,
  alongside: (cursor: SpoolCursor | undefined) => Promise<Alongside>,
): Promise<Snapshot<Alongside>> {
  if (!existsSync(mainFile(folder))) throw new Error(`No Spoor data in ${folder}.`);
  const pinned = new Map<string, Pinned>();
  const release = () => pinned.forEach(({ database }) => close(database));
  try {
    // Opening takes half a millisecond a file: done before the lock. Only what comes in between is
    // opened under it.
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

/** Closing it gives the lock back. */
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

/** Today's file after the two that are always written; older ones are only read, mostly. */
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
    // Retention was quicker.
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

/** A file of version 0 is one whose maker has not got further than creating it. */
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

/**
 * Pages between two looks at the clock of the event loop; 4 MiB, which a disk takes in a few
 * milliseconds.
 */
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
