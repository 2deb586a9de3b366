import { test } from "vitest";
import { newFolder, withStore } from "./sqlite-folder.ts";
import { searchesFindAll } from "./trace-search-reference.ts";

test("every search finds the very traces that looking at each one finds", { timeout: 120_000 }, async () => {
  await withStore(await newFolder(), (store) => searchesFindAll(store));
});
