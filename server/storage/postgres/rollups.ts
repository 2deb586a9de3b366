import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function rollupStore(_database: Database): RollupStore {
  return notPortedYet("rollups");
}
