import type { SpentStore } from "#server/storage/factor-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function spentStore(_database: Database): SpentStore {
  return notPortedYet("spent");
}
