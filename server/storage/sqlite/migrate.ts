import type { DatabaseSync } from "node:sqlite";
import {
  type AppliedMigration,
  appliedMigrations,
  type Format,
  newestOf,
  refuseAltered,
  refuseOtherVersion,
  stepsFrom,
} from "#server/storage/formats.ts";
import { atOnce } from "./at-once.ts";

/** Migrations run on a file, in addition to the tables of its format. */
export const appliedTable = "migrations";

/**
 * Creates the tables of an empty file, or upgrades an older one, in one transaction: after a crash
 * or failure, the old version can still read it. Several processes may open a folder at once, so
 * the version is read again under the write lock. Throws like `checkedVersion`.
 */
export function migrate(database: DatabaseSync, format: Format, file: string): void {
  if (isUpToDate(database, format, file)) return;
  atOnce(database, () => {
    if (isUpToDate(database, format, file)) return;
    for (const sql of stepsFrom(checkedVersion(database, format, file), format)) database.exec(sql);
    database.exec(`PRAGMA user_version = ${newestOf(format)}`);
    record(database, format);
  });
}

export const isUpToDate = (database: DatabaseSync, format: Format, file: string): boolean =>
  checkedVersion(database, format, file) === newestOf(format);

/**
 * The version of the file; 0 for an empty one. Throws a user-facing message if this program can't
 * read or upgrade it.
 */
export function checkedVersion(database: DatabaseSync, format: Format, file: string): number {
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as {
    user_version: number;
  };
  refuseOtherVersion(file, version, format);
  refuseAltered(file, recordedIn(database), format);
  return version;
}

function recordedIn(database: DatabaseSync): AppliedMigration[] {
  const isThere = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(appliedTable);
  if (!isThere) return [];
  const rows = database
    .prepare(`SELECT version, checksum FROM ${appliedTable} ORDER BY version`)
    .all();
  return rows as AppliedMigration[];
}

function record(database: DatabaseSync, format: Format): void {
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${appliedTable} (version INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT`,
  );
  const insert = database.prepare(
    `INSERT OR IGNORE INTO ${appliedTable} (version, checksum) VALUES (?, ?)`,
  );
  for (const { version, checksum } of appliedMigrations(format)) insert.run(version, checksum);
}
