import { setTimeout } from "node:timers/promises";

/** Whether the database answers, as ingestion sees it. */
export type DatabaseWatch = {
  /** Milliseconds since 1970; undefined while it answers. */
  awaySince(): number | undefined;
  /** Asks it. To be called each second, and by whoever just got no answer. */
  look(): Promise<void>;
  /** Somebody else asked, and got no answer. */
  lost(error: unknown): void;
  /** Resolves at once while it answers, else when it does again. */
  answers(): Promise<void>;
  /** Resolves once it has answered for long enough that all processes have reported again. */
  settled(): Promise<void>;
};

export type WatchDeps = {
  ask: () => Promise<void>;
  now: () => number;
  onAway: (error: unknown) => void;
  onBack: () => void;
};

/** Where storage is never away. */
export const alwaysThere: DatabaseWatch = {
  awaySince: () => undefined,
  look: async () => undefined,
  answers: async () => undefined,
  lost: () => undefined,
  settled: async () => undefined,
};

/** Processes report each second, and notice within about as long that there is somebody to report to. */
const settlingMs = 5_000;

/** `ask` rejects after a few seconds of patience by itself: one failure is an outage, and one answer is its end. */
export function watchDatabase({ ask, now, onAway, onBack }: WatchDeps): DatabaseWatch {
  let since: number | undefined;
  let back = Promise.withResolvers<void>();
  let backAt = -Infinity;
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

  const answers = () => (since === undefined ? Promise.resolve() : back.promise);

  return {
    awaySince: () => since,
    look: () =>
      (looking ??= ask()
        .then(isThere, isAway)
        .finally(() => (looking = undefined))),
    ...{ answers, lost: isAway },
    async settled() {
      await answers();
      const leftMs = backAt + settlingMs - now();
      if (leftMs > 0) await setTimeout(leftMs);
    },
  };
}
