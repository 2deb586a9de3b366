import { type Database, type Rows } from "#server/storage/database.ts";
import { locks, nounDatabase } from "#server/storage/sqlite/noun-database.ts";
import { writeQueue } from "#server/storage/sqlite/writing.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import { artifactStore as storeIn } from "./artifacts.ts";
import { artifactFile } from "./file.sqlite.ts";

/** A separate file next to `spoor.db`, opened on first use. */
export function artifactStore(
  folder: string,
  readonly: boolean,
): ArtifactStore & { close(): Promise<void> } {
  const [file, fileToRead] = [artifactFile(folder, readonly), artifactFile(folder, true)];
  let opened: Database | undefined;
  let idle = async () => {};

  function open(): Database {
    const writer = file.open();
    const reader = fileToRead.open();
    if (!writer || !reader) throw new Error("This folder has no artifacts.");
    const queue = writeQueue(writer);
    idle = queue.idle;
    return nounDatabase({ reader, writer }, queue.write);
  }

  const all = (): Database => (opened ??= open());
  const store = storeIn({
    /** Reading a folder without artifacts finds none and creates no file. */
    query: async <Row>(statement: Parameters<Database["query"]>[0]): Promise<Rows<Row>> =>
      file.exists() || !statement.texts[0]!.startsWith("SELECT")
        ? all().query<Row>(statement)
        : Object.assign([], { count: 0 }),
    transaction: async (work) => all().transaction(work),
    locks,
  });
  const givePagesBack = () => file.open()?.exec("PRAGMA incremental_vacuum");

  return {
    ...store,
    async removeBundle(projectId, id) {
      await store.removeBundle(projectId, id);
      givePagesBack();
    },
    async evictChunks(before) {
      const gone = file.exists() ? await store.evictChunks(before) : 0;
      if (gone > 0) givePagesBack();
      return gone;
    },
    async close() {
      await idle();
      fileToRead.close();
      file.close();
    },
  };
}
