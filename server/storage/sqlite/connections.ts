import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { mainFormat, newestOf } from "#server/storage/formats.ts";
import { addLineFunction } from "#server/storage/issue-search/line-test.sqlite.ts";
import { makeFolder } from "./make-folder.ts";
import { checkedVersion, isUpToDate, migrate } from "./migrate.ts";
import { RememberingDatabase } from "./remembering-database.ts";
import { refuseHalfUpgrade } from "./upgrade-check.ts";

/**
 * Two connections to `spoor.db`: reads on one never see uncommitted writes of the other. In a
 * read-only store, both are the same connection.
 */
export type Connections = { reader: DatabaseSync; writer: DatabaseSync };

/**
 * A commit beyond this many WAL pages checkpoints them: frequently in the digest, rarely in the
 * process that serves pages.
 */
type CheckpointPages = 1_000 | 8_000;

const readerPatienceMs = 5_000;
const pageCacheKib = 16_384;

export const mainFile = (folder: string): string => join(folder, "spoor.db");

/** Whether a folder has data. Opening it would create some. */
export const hasData = (folder: string): boolean => existsSync(mainFile(folder));
export const telemetryFolder = (folder: string): string => join(folder, "telemetry");

export function connect(folder: string, checkpointPages: CheckpointPages): Connections {
  makeFolder(telemetryFolder(folder));
  const path = mainFile(folder);
  refuseWithoutMain(folder, path);
  const writer = durable(new DatabaseSync(path, { timeout: readerPatienceMs }));
  if (!isUpToDate(writer, mainFormat, path)) refuseHalfUpgrade(folder);
  migrate(writer, mainFormat, path);
  // From here on, waiting for the write lock is asynchronous (`writing.ts`).
  writer.exec(`PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = ${checkpointPages}; ${cached}`);
  const reader = new RememberingDatabase(path, { timeout: readerPatienceMs });
  reader.exec(`PRAGMA query_only = ON; ${cached}`);
  addLineFunction(reader);
  return { reader, writer };
}

/**
 * A new spoor.db next to existing telemetry would look like a new installation, and its digest
 * would empty the queue.
 */
function refuseWithoutMain(folder: string, path: string): void {
  if (
    existsSync(path) ||
    !readdirSync(telemetryFolder(folder)).some((name) => name.endsWith(".db"))
  )
    return;
  throw new Error(
    `The data folder ${folder} contains telemetry but no spoor.db, which stores projects, members, and keys. ` +
      "Restore a backup with “spoor restore FILE --force”, put spoor.db back, or move the folder “telemetry” elsewhere to start a new installation.",
  );
}

/** Throws a message if there is nothing to read or the files have another version. */
export function connectReadonly(folder: string): Connections {
  const path = mainFile(folder);
  if (!existsSync(path)) throw new Error(`No Spoor data in ${folder}: ${path} is missing.`);
  const reader = new RememberingDatabase(path, { readOnly: true, timeout: readerPatienceMs });
  if (checkedVersion(reader, mainFormat, path) < newestOf(mainFormat)) {
    throw new Error(`${path} has an older format. Start the server once to upgrade it.`);
  }
  reader.exec(cached);
  addLineFunction(reader);
  return { reader, writer: reader };
}

const cached = `PRAGMA cache_size = -${pageCacheKib}; PRAGMA temp_store = MEMORY;`;

/**
 * Committed data survives power loss. Foreign keys are on by default in node:sqlite; explicit here.
 * A new file can return free pages (`retention/reclaim.sqlite.ts`), which must be set before the
 * first write.
 */
export function durable(database: DatabaseSync): DatabaseSync {
  database.exec(
    "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
  );
  database.exec("PRAGMA foreign_keys = ON;");
  return database;
}
