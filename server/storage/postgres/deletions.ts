import type { DeletionStore } from "#server/storage/project-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function deletionStore(_database: Database, _days: Days): DeletionStore {
  return notPortedYet("deletions");
}
