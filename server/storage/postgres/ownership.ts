import type { OwnershipStore } from "#server/storage/ownership-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function ownershipStore(_database: Database): OwnershipStore {
  return notPortedYet("ownership");
}
