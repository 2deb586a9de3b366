import type { IdentityStore } from "#server/storage/factor-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function identityStore(_database: Database): IdentityStore {
  return notPortedYet("identities");
}
