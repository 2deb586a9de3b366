import type { DatabaseSync } from "node:sqlite";
import {
  alteredSentence,
  type AppliedMigration,
  appliedUpTo,
  firstAltered,
} from "#server/storage/layout/applied-migrations.ts";
import type { Chain } from "./migrations/chain.ts";

/** In each file, outside its chain: files of older versions have none, and older versions do not mind it. */
export const appliedTable = "migrations";

const make = `CREATE TABLE IF NOT EXISTS ${appliedTable} (version INTEGER PRIMARY KEY, checksum TEXT NOT NULL) STRICT`;

/** What the file says of itself; empty where a version wrote it that recorded nothing. */
export function recordedMigrations(database: DatabaseSync): AppliedMigration[] {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(appliedTable);
  if (!isThere) return [];
  const rows = database.prepare(`SELECT version, checksum FROM ${appliedTable} ORDER BY version`).all();
  return rows as AppliedMigration[];
}

/** For use inside the transaction that runs them. */
export function recordMigrations(database: DatabaseSync, chain: Chain): void {
  database.exec(make);
  const insert = database.prepare(`INSERT OR IGNORE INTO ${appliedTable} (version, checksum) VALUES (?, ?)`);
  for (const { version, checksum } of appliedUpTo(chain, chain.length)) insert.run(version, checksum);
}

/** Throws a sentence for people when the file was made by other migrations than those of this program. */
export function refuseAltered(recorded: AppliedMigration[], chain: Chain, file: string): void {
  const altered = firstAltered(recorded, chain);
  if (altered !== undefined) throw new Error(alteredSentence(file, altered));
}
