import type { DatabaseSync } from "node:sqlite";
import { recordedMigrations, recordMigrations, refuseAltered } from "./applied-migrations.ts";
import { atOnce } from "./at-once.ts";
import type { Chain } from "./migrations/chain.ts";
import { repairSchema } from "./repair-schema.ts";

/**
 * Brings the file behind `database` up to the last version of `chain`, all in one transaction: a crash or a failure leaves the
 * file as the old version reads it. Several processes may open one folder at once; the version is read again under the write
 * lock. Returns the names of what a file without records lacked and was given. Throws with a sentence for people when the
 * file is newer than this program, or when other migrations made it.
 */
export function migrate(database: DatabaseSync, chain: Chain, file: string): string[] {
  if (isUpToDate(database, chain, file)) return [];
  return atOnce(database, () => {
    if (isUpToDate(database, chain, file)) return [];
    const version = checkedVersion(database, chain, file);
    const isRecorded = version === 0 || recordedMigrations(database).length > 0;
    const repaired = isRecorded ? [] : repairSchema(database, chain.slice(0, version), file);
    for (const sql of chain.slice(version)) database.exec(sql);
    database.exec(`PRAGMA user_version = ${chain.length}`);
    recordMigrations(database, chain);
    return repaired;
  });
}

/** Whether the file is what the whole chain makes, and says so. Throws as `migrate` does. */
export function isUpToDate(database: DatabaseSync, chain: Chain, file: string): boolean {
  const version = checkedVersion(database, chain, file);
  const recorded = recordedMigrations(database);
  refuseAltered(recorded, chain, file);
  return version === chain.length && recorded.length === chain.length;
}

/** The version of the file, which is one this program can read or upgrade. 0 is an empty file. */
export function checkedVersion(database: DatabaseSync, chain: Chain, file: string): number {
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { user_version: number };
  if (version <= chain.length) return version;
  throw new Error(
    `${file} was written by a newer Spoor (format ${version}; this one knows up to ${chain.length}). ` +
      "Start the newer version, or restore a backup that was made before the upgrade.",
  );
}
