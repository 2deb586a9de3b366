import type { Store } from "#server/storage/store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export type Digest = Pick<Store, "digest" | "digested">;

export function digest(_database: Database, _days: Days, _process: string): Digest {
  const none = notPortedYet<Digest>("digest");
  return { digest: (work, projectIds) => none.digest(work, projectIds), digested: () => none.digested() };
}
