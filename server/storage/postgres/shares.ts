import type { ShareStore } from "#server/storage/share-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function shareStore(_database: Database): ShareStore {
  return notPortedYet("shares");
}
