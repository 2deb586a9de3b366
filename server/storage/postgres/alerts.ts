import type { AlertStore } from "#server/storage/alert-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function alertStore(_database: Database): AlertStore {
  return notPortedYet("alerts");
}
