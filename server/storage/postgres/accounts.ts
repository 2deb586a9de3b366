import type { AccountStore } from "#server/storage/member-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function accountStore(_database: Database): AccountStore {
  return notPortedYet("accounts");
}
