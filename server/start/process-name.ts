import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What a process is called among those that share a database. The name belongs to its spool and lies beside it: how far a spool has
 * been stored is kept in the database under it, and a copy of the folder would be taken for the same spool.
 */
export function processName(folder: string): string {
  const path = join(folder, "process.name");
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, randomUUID(), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, "utf8").trim();
}
