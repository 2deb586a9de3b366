import type { TokenStore } from "#server/storage/token-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function tokenStore(_database: Database): TokenStore {
  return notPortedYet("tokens");
}
