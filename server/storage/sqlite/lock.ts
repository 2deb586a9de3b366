import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "./make-folder.ts";

/**
 * A folder with this name means that a restore is in progress: some files are here, others there.
 */
export const halfRestored = "restored";

const busyErrorCode = 5;
const lockName = "server.lock";
/** How long a start waits for a concurrent `isLocked`. */
const patienceMs = 250;

/**
 * Locks a data folder for one server: two spool writers in one folder would lose each other's
 * cursor. The operating system releases the lock with the process, however it ends; a PID file
 * would survive a kill. Throws a user-facing message if another server holds the lock, or a restore
 * was killed halfway. The command line works while a server runs, without the lock.
 */
export function lockFolder(
  folder: string,
  holder: "server" | "restore" = "server",
): { release(): void } {
  makeFolder(folder);
  // SQLite opens a file that is read-only, and fails only later.
  accessSync(folder, constants.W_OK);
  const database = new DatabaseSync(join(folder, lockName), { timeout: patienceMs });
  try {
    database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== busyErrorCode) throw error;
    throw new Error(
      `Another Spoor process uses the data folder ${folder}. Stop it first, or set SPOOR_DATA to another folder.`,
      { cause: error },
    );
  }
  if (holder === "server" && existsSync(join(folder, halfRestored))) {
    database.close();
    throw new Error(
      `A restore into ${folder} was interrupted. Run “spoor restore FILE --force” again.`,
    );
  }
  return { release: () => database.close() };
}

/**
 * Whether a server or a restore holds the folder now. Writes nothing; undefined if the lock can't
 * be read.
 */
export function isLocked(folder: string): boolean | undefined {
  const path = join(folder, lockName);
  let database: DatabaseSync | undefined;
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return false;
    database = new DatabaseSync(path, { readOnly: true });
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return (error as { errcode?: number }).errcode === busyErrorCode ? true : undefined;
  } finally {
    database?.close();
  }
}
