import type { Database } from "#server/storage/database.ts";
import { keyStore } from "./keys.ts";
import { ownershipStore } from "./ownership.ts";
import { searchStore } from "./searches.ts";
import { shareStore } from "./shares.ts";

/** Project data that people create: one SQL for both engines. */
export const projectStores = (database: Database) => ({
  keys: keyStore(database),
  ownership: ownershipStore(database),
  searches: searchStore(database),
  shares: shareStore(database),
});
