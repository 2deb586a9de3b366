import type { TrafficStore } from "#server/storage/traffic-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function trafficStore(_database: Database, _days: Days): TrafficStore {
  return notPortedYet("traffic");
}
