import type { FindKey } from "#server/ingest/request.ts";
import type { Store } from "#server/storage/store.ts";

/** A key revoked elsewhere stops sending within this time; unknown keys are remembered as unknown just as long. */
const freshMs = 1000;
/** A flood of invented keys must not fill memory. */
const entriesMax = 10_000;

/** `projects.byKey`, asked at most once a second for each key. */
export function cacheKeys(store: Pick<Store, "projects">, now: () => number): FindKey {
  const cache = new Map<string, { until: number; found: ReturnType<FindKey> }>();
  return (publicKey) => {
    const hit = cache.get(publicKey);
    if (hit && hit.until > now()) return hit.found;
    if (cache.size >= entriesMax) cache.clear();
    const found = store.projects.byKey(publicKey);
    cache.set(publicKey, { until: now() + freshMs, found });
    return found;
  };
}
