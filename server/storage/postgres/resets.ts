import type { ResetStore } from "#server/storage/access-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function resetStore(_database: Database): ResetStore {
  return notPortedYet("resets");
}
