import type { FindKey } from "#server/ingest/request.ts";
import type { Store } from "#server/storage/store.ts";

/** A key revoked elsewhere stops sending within this time; unknown keys are remembered as unknown just as long. */
const freshMs = 1000;
/** So long a key that was good stays good while the store does not answer: what it sends is safe in the spool meanwhile. */
const staleMs = 600_000;
/** A flood of invented keys must not fill memory. */
const entriesMax = 10_000;

type Found = Awaited<ReturnType<FindKey>>;
type Entry = { until: number; found: ReturnType<FindKey> };
type Answer = { at: number; found: NonNullable<Found> };

/** `projects.byKey`, asked at most once a second for each key; its last answer where there is none for a while. */
export function cacheKeys(store: Pick<Store, "projects">, now: () => number): FindKey {
  const cache = new Map<string, Entry>();
  const answers = new Map<string, Answer>();

  async function ask(publicKey: string): Promise<Found> {
    try {
      const found = await store.projects.byKey(publicKey);
      if (found) answers.set(publicKey, { at: now(), found });
      else answers.delete(publicKey);
      return found;
    } catch (error) {
      const last = answers.get(publicKey);
      if (!last || now() - last.at > staleMs) throw error;
      return last.found;
    }
  }

  return (publicKey) => {
    const hit = cache.get(publicKey);
    if (hit && hit.until > now()) return hit.found;
    if (cache.size >= entriesMax) cache.clear();
    const found = ask(publicKey);
    cache.set(publicKey, { until: now() + freshMs, found });
    return found;
  };
}
