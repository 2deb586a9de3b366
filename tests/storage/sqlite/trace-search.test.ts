import { test } from "vitest";
import { newFolder, withStore } from "./folder.ts";
import { searchesFindAll } from "#tests/storage/traces/search-reference.ts";

test("every search equals a scan over all traces", { timeout: 120_000 }, async () => {
  await withStore(await newFolder(), (store) => searchesFindAll(store));
});
