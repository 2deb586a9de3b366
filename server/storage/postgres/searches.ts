import type { SearchStore } from "#server/storage/search-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function searchStore(_database: Database): SearchStore {
  return notPortedYet("searches");
}
