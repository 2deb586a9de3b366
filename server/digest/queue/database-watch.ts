import { setTimeout } from "node:timers/promises";

/** Whether the database responds, as seen by ingestion. */
export type DatabaseWatch = {
  /** Milliseconds since 1970; undefined while it responds. */
  awaySince(): number | undefined;
  /** Queries the database unless it has just responded. Call once a second. */
  look(): Promise<void>;
  /** Another query succeeded. */
  heard(): void;
  /** Another query failed. */
  lost(error: unknown): void;
  /** Resolves immediately, or when the database responds again. */
  answers(): Promise<void>;
  /** Resolves after the database has responded long enough for all processes to report again. */
  settled(): Promise<void>;
};

type WatchDeps = {
  ask: () => Promise<void>;
  now: () => number;
  onAway: (error: unknown) => void;
  onBack: () => void;
};

/** For storage without outages. */
export const alwaysAvailable: DatabaseWatch = {
  awaySince: () => undefined,
  look: async () => undefined,
  heard: () => undefined,
  answers: async () => undefined,
  lost: () => undefined,
  settled: async () => undefined,
};

/** Processes report once a second, and detect each other within about that time. */
const settlingMs = 5_000;
/**
 * Slightly more than a second: the report that each process sends every second replaces a separate
 * query.
 */
const heardMs = 1_500;

/**
 * `ask` rejects after a timeout of a few seconds. One failure starts an outage, and one response
 * ends it.
 */
export function watchDatabase({ ask, now, onAway, onBack }: WatchDeps): DatabaseWatch {
  let since: number | undefined;
  let back = Promise.withResolvers<void>();
  let backAt = -Infinity;
  let heardAt = -Infinity;
  let looking: Promise<void> | undefined;

  function isThere(): void {
    if (since === undefined) return;
    since = undefined;
    backAt = now();
    back.resolve();
    back = Promise.withResolvers<void>();
    onBack();
  }

  function isAway(error: unknown): void {
    if (since !== undefined) return;
    since = now();
    onAway(error);
  }

  // Also handles a clock that was set back.
  const isFresh = () => since === undefined && Math.abs(now() - heardAt) < heardMs;
  const lookNow = () =>
    (looking ??= ask()
      .then(isThere, isAway)
      .finally(() => (looking = undefined)));
  const answers = () => (since === undefined ? Promise.resolve() : back.promise);

  return {
    awaySince: () => since,
    look: async () => void (isFresh() || (await lookNow())),
    heard: () => void (heardAt = now()),
    answers,
    lost: isAway,
    async settled() {
      await answers();
      const leftMs = backAt + settlingMs - now();
      if (leftMs > 0) await setTimeout(leftMs);
    },
  };
}
