import type { TraceStore } from "#server/storage/trace-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function traceStore(_database: Database, _days: Days): TraceStore {
  return notPortedYet("traces");
}
