import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "#server/storage/sqlite/make-folder.ts";

/**
 * What a process is called among those that share a database. The name belongs to its spool and is
 * beside it: how far a spool has been stored is kept in the database under it, and a copy of the
 * folder would be taken for the same spool. Scheduled backups have the beginning of it in their
 * names.
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
