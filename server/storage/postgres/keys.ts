import type { KeyStore } from "#server/storage/project-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function keyStore(_database: Database): KeyStore {
  return notPortedYet("keys");
}
