import type { DatabaseSync } from "node:sqlite";
import { atOnce } from "./at-once.ts";
import type { Chain } from "./migrations/chain.ts";

/**
 * Brings the file behind `database` up to the last version of `chain`, all in one transaction: a crash leaves the old
 * file. Several processes may open one folder at once; the version is read again under the write lock.
 * Throws with a sentence for people when the file is newer than this program.
 */
export function migrate(database: DatabaseSync, chain: Chain, file: string): void {
  if (checkedVersion(database, chain, file) === chain.length) return;
  atOnce(database, () => {
    for (const sql of chain.slice(checkedVersion(database, chain, file))) database.exec(sql);
    database.exec(`PRAGMA user_version = ${chain.length}`);
  });
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
