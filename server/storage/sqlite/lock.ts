import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "./make-folder.ts";

/**
 * A folder by this name says that what was restored is being put in place: some of it is here, some
 * of it there.
 */
export const halfRestored = "restored";

const busyErrorCode = 5;
const lockName = "server.lock";
/** How long a start waits for the moment in which `isLocked` looks. */
const patienceMs = 250;

/**
 * Holds a data folder for one server: two spools' writers in one folder would lose each other's
 * cursor. The operating system drops the lock with the process, however it ends; a file with a
 * process id in it would outlive a kill. Throws a sentence for the operator when another server
 * holds it, or when a restore into it was killed half-way. The command line works beside a server
 * and does not ask.
 */
export function lockFolder(
  folder: string,
  holder: "server" | "restore" = "server",
): { release(): void } {
  makeFolder(folder);
  // SQLite opens what it may only read, and says so much later.
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
 * Whether a server, or a restore, has the folder at this moment. Nothing is written; undefined
 * where the lock cannot be read.
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
