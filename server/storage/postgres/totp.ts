import type { TotpStore } from "#server/storage/factor-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function totpStore(_database: Database): TotpStore {
  return notPortedYet("totp");
}
