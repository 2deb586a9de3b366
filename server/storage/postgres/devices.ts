import type { DeviceStore } from "#server/storage/access-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function deviceStore(_database: Database): DeviceStore {
  return notPortedYet("devices");
}
