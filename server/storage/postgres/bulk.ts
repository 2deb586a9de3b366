import type { BulkStore } from "#server/storage/bulk-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function bulkStore(_database: Database): BulkStore {
  return notPortedYet("bulk");
}
