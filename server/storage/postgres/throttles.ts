import type { ThrottleStore } from "#server/storage/access-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function throttleStore(_database: Database): ThrottleStore {
  return notPortedYet("throttles");
}
