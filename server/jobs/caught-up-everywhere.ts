import { setTimeout } from "node:timers/promises";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";

type CaughtUpDeps = {
  /** Resolves when everything this process has accepted so far is stored. */
  caughtUp: () => Promise<void>;
  processes: Pick<ProcessStore, "list">;
  now: () => number;
};

/** Processes silent for longer aren't waited for: their spool is stored when they restart. */
export const silentMs = 60_000;
const pauseMs = 250;

/**
 * Resolves when everything accepted so far by any process is stored: one process may have received
 * what another would miss.
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
