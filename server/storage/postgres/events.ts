import type { EventStore } from "#server/storage/store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function eventStore(_database: Database, _days: Days): EventStore {
  return notPortedYet("events");
}
