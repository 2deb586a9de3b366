import type { RetentionStore } from "#server/storage/retention-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function retentionStore(_database: Database, _days: Days): RetentionStore {
  return notPortedYet("retention");
}
