import { setTimeout } from "node:timers/promises";
import type { FindKey, Sender } from "#server/ingest/request.ts";

/** Time until a key revoked elsewhere stops working. Unknown keys are cached for as long. */
const freshMs = 1000;
/**
 * During a database outage, a valid key stays valid for this long: its data is safe in the spool.
 */
const staleMs = 600_000;
/**
 * How long a request with a known key waits for storage, which may be slow or hang: senders should only wait for the disk.
 */
const patienceMs = 250;
/** Bounds memory in a flood of invented keys. */
const entriesMax = 10_000;

/** Senders known without a query. */
export type KnownSenders = {
  find(publicKey: string): Sender | undefined;
  /** Records a result from storage. */
  note(publicKey: string, found: Sender | undefined): void;
  /** During an outage, storage is not queried: each attempt would take seconds. */
  isAway(): boolean;
};

type KeyCacheDeps = { byKey: FindKey; known: KnownSenders; elapsed: () => number };

type Entry = { until: number; found: ReturnType<FindKey> };

/**
 * Reads each key from storage at most once a second, and uses its last known state if storage does not respond in time.
 */
export function cacheKeys({ byKey, known, elapsed }: KeyCacheDeps): FindKey {
  const cache = new Map<string, Entry>();
  const underWay = new Map<string, Promise<Sender | undefined>>();

  const remember = (publicKey: string, found: Entry["found"]) =>
    cache.set(publicKey, { until: elapsed() + freshMs, found });

  async function askStorage(publicKey: string): Promise<Sender | undefined> {
    const answer = byKey(publicKey);
    const found = await answer.finally(() => underWay.delete(publicKey));
    known.note(publicKey, found);
    remember(publicKey, answer);
    return found;
  }

  async function ask(publicKey: string): Promise<Sender | undefined> {
    if (known.isAway()) return known.find(publicKey) ?? unknownWhileAway();
    const asked = underWay.get(publicKey) ?? askStorage(publicKey);
    underWay.set(publicKey, asked);
    const last = known.find(publicKey);
    if (!last) return asked;
    const answered = new AbortController();
    const patience = setTimeout(patienceMs, last, { signal: answered.signal });
    patience.catch(() => undefined);
    return Promise.race([asked.catch(() => last), patience]).finally(() => answered.abort());
  }

  return (publicKey) => {
    const hit = cache.get(publicKey);
    if (hit && hit.until > elapsed()) return hit.found;
    if (cache.size >= entriesMax) cache.clear();
    const found = ask(publicKey);
    remember(publicKey, found);
    return found;
  };
}

/** The key may be new or invented; only the database knows. */
function unknownWhileAway(): never {
  throw Object.assign(
    new Error("The database is unavailable, and this process does not have the client key cached."),
    {
      code: "database-away",
    },
  );
}

/**
 * Keys that this process has looked up: sufficient for a data folder, whose database is locked only
 * briefly.
 */
export function recentSenders(elapsed: () => number): KnownSenders {
  const answers = new Map<string, { at: number; found: Sender }>();
  return {
    find(publicKey) {
      const last = answers.get(publicKey);
      return last && elapsed() - last.at <= staleMs ? last.found : undefined;
    },
    note(publicKey, found) {
      if (found) answers.set(publicKey, { at: elapsed(), found });
      else answers.delete(publicKey);
    },
    isAway: () => false,
  };
}
