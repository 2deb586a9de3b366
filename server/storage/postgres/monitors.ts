import type { MonitorStore } from "#server/storage/monitor-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function monitorStore(_database: Database): MonitorStore {
  return notPortedYet("monitors");
}
