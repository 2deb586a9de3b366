import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openSqliteStore, type SqliteOptions } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";

/** An empty folder that is deleted after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Opens a store for `use` and always closes it. */
export async function withStore<T>(
  folder: string,
  use: (store: Store) => Promise<T>,
  options?: SqliteOptions,
): Promise<T> {
  const store = await openSqliteStore(folder, options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
