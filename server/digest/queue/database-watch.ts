import { setTimeout } from "node:timers/promises";

/** Whether the database answers, as ingestion sees it. */
export type DatabaseWatch = {
  /** Milliseconds since 1970; undefined while it answers. */
  awaySince(): number | undefined;
  /** Asks it, unless it just answered. To be called each second. */
  look(): Promise<void>;
  /** It answered something else. */
  heard(): void;
  /** Another query failed. */
  lost(error: unknown): void;
  /** Resolves at once while it answers, else when it does again. */
  answers(): Promise<void>;
  /** Resolves once it has answered for long enough that all processes have reported again. */
  settled(): Promise<void>;
};

type WatchDeps = {
  ask: () => Promise<void>;
  now: () => number;
  onAway: (error: unknown) => void;
  onBack: () => void;
};

/** Where storage is never away. */
export const alwaysThere: DatabaseWatch = {
  awaySince: () => undefined,
  look: async () => undefined,
  heard: () => undefined,
  answers: async () => undefined,
  lost: () => undefined,
  settled: async () => undefined,
};

/** Processes report each second, and notice within about as long that there is another process. */
const settlingMs = 5_000;
/**
 * For somewhat longer than a second: what each process reports once a second spares a question of
 * its own.
 */
const heardMs = 1_500;

/**
 * `ask` rejects after a few seconds of patience by itself: one failure is an outage, and one answer
 * is its end.
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

  // Also where the clock was set back.
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
