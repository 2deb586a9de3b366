import { setTimeout } from "node:timers/promises";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";

type CaughtUpDeps = {
  /** The same for this process alone. */
  caughtUp: () => Promise<ProjectId[]>;
  processes: Pick<ProcessStore, "list">;
  now: () => number;
};

/** Processes silent for longer aren't waited for: their spool is stored when they restart. */
export const silentMs = 60_000;
const pauseMs = 250;

/**
 * Resolves when everything accepted so far by any process is stored: one process may have received
 * what another would miss. Returns the projects held back because their cluster node doesn't
 * respond.
 */
export type CaughtUp = () => Promise<ReadonlySet<ProjectId>>;

export function caughtUpEverywhere({ caughtUp, processes, now }: CaughtUpDeps): CaughtUp {
  return async () => {
    const askedAt = now();
    const here = await caughtUp();
    for (;;) {
      const statuses = await processes.list(now() - silentMs);
      if (statuses.every(({ storedUpTo }) => storedUpTo >= askedAt))
        return new Set([...here, ...statuses.flatMap(({ heldBack }) => heldBack)]);
      await setTimeout(pauseMs);
    }
  };
}
