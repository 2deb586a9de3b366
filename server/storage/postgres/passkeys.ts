import type { PasskeyStore } from "#server/storage/factor-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function passkeyStore(_database: Database): PasskeyStore {
  return notPortedYet("passkeys");
}
