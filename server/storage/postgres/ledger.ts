import type { LedgerStore } from "#server/storage/store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function ledgerStore(_database: Database): LedgerStore {
  return notPortedYet("ledger");
}
