import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { durable } from "#server/storage/sqlite/connections.ts";
import { checkedVersion, migrate } from "#server/storage/sqlite/migrate.ts";
import { artifactFormat, newestOf } from "#server/storage/formats.ts";

/** `artifacts.db`, opened when it is first needed: most projects upload nothing. */
type ArtifactFile = {
  exists(): boolean;
  /** Undefined in a read-only store that has no such file. */
  open(): DatabaseSync | undefined;
  close(): void;
};

const patienceMs = 5_000;

export function artifactFile(folder: string, readonly: boolean): ArtifactFile {
  const path = join(folder, "artifacts.db");
  let database: DatabaseSync | undefined;

  function make(): DatabaseSync {
    const made = new DatabaseSync(path, { timeout: patienceMs });
    // Has to be said before the file has anything in it: what is removed gives its pages back to
    // the disk.
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
