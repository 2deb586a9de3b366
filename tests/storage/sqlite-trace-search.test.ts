import { test } from "vitest";
import { newFolder, withStore } from "./sqlite-folder.ts";
import { searchesFindAll } from "./trace-search-reference.ts";

test("every search equals a scan over all traces", { timeout: 120_000 }, async () => {
  await withStore(await newFolder(), (store) => searchesFindAll(store));
});
