import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { durable } from "#server/storage/sqlite/connections.ts";
import { checkedVersion, migrate } from "#server/storage/sqlite/migrate.ts";
import { artifactFormat, newestOf } from "#server/storage/formats.ts";

/** `artifacts.db`, opened on first use: most projects upload nothing. */
type ArtifactFile = {
  exists(): boolean;
  /** Undefined in a read-only store without the file. */
  open(): DatabaseSync | undefined;
  close(): void;
};

const patienceMs = 5_000;

export function artifactFile(folder: string, readonly: boolean): ArtifactFile {
  const path = join(folder, "artifacts.db");
  let database: DatabaseSync | undefined;

  function make(): DatabaseSync {
    const made = new DatabaseSync(path, { timeout: patienceMs });
    // Must be set before the first write, so that deleted pages are returned to the disk.
    made.exec("PRAGMA auto_vacuum = INCREMENTAL");
    migrate(durable(made), artifactFormat, path);
    return made;
  }

  function find(): DatabaseSync | undefined {
    if (!existsSync(path)) return undefined;
    const found = new DatabaseSync(path, { readOnly: true, timeout: patienceMs });
    return checkedVersion(found, artifactFormat, path) === newestOf(artifactFormat)
      ? found
      : undefined;
  }

  return {
    exists: () => database !== undefined || existsSync(path),
    open: () => (database ??= readonly ? find() : make()),
    close: () => database?.close(),
  };
}
