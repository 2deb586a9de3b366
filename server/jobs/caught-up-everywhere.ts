import { setTimeout } from "node:timers/promises";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";

type CaughtUpDeps = {
  /** Resolves when all that this process has accepted so far is stored. */
  caughtUp: () => Promise<void>;
  processes: Pick<ProcessStore, "list">;
  now: () => number;
};

/**
 * Who has not been heard of for so long is not waited for: what its spool holds comes when it is
 * started again.
 */
export const silentMs = 60_000;
const pauseMs = 250;

/**
 * Resolves when all that any process had accepted by now is stored: one may have taken what another
 * is about to miss.
 */
export function caughtUpEverywhere({
  caughtUp,
  processes,
  now,
}: CaughtUpDeps): () => Promise<void> {
  return async () => {
    const askedAt = now();
    await caughtUp();
    for (;;) {
      const statuses = await processes.list(now() - silentMs);
      if (statuses.every(({ storedUpTo }) => storedUpTo >= askedAt)) return;
      await setTimeout(pauseMs);
    }
  };
}
