import type { ReleaseStore } from "#server/storage/release-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function releaseStore(_database: Database): ReleaseStore {
  return notPortedYet("releases");
}
