import type { GroupingStore } from "#server/storage/grouping-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function groupingStore(_database: Database, _days: Days): GroupingStore {
  return notPortedYet("groupings");
}
