import type { DiscardStore } from "#server/storage/discard-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function discardStore(_database: Database, _days: Days): DiscardStore {
  return notPortedYet("discards");
}
