import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "#server/storage/sqlite/make-folder.ts";

/**
 * A process's name among those that share a database. It belongs to its spool and is stored next to
 * it: the database stores the spool's position under this name, and a copied folder would count as
 * the same spool. Names of scheduled backups contain its prefix.
 */
export function processName(folder: string): string {
  const path = join(folder, "process.name");
  if (!existsSync(path)) {
    makeFolder(folder);
    writeFileSync(`${path}.new`, randomUUID(), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, "utf8").trim();
}
