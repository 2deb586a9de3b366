import { cardinalityLimits, joinNames } from "#server/domain/cardinality/limits.ts";
import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { CountedItem, Reply } from "#server/ingest/request.ts";
import { addEntry } from "./sum-entries.ts";
import type { Store } from "#server/storage/store.ts";

/** Counts refused items. Not on disk, so a crash may lose the last few seconds. */
export type Tally = {
  count(refused: NonNullable<Reply["refused"]>, receivedAt: number): void;
  flush(): Promise<void>;
};

/** Refusals have few kinds, so a flood results in a handful of rows. */
export function createTally(
  outcomes: Pick<Store["outcomes"], "add">,
  mostLossReasons: number = cardinalityLimits.lossReasons.most,
): Tally {
  let entries = new Map<string, OutcomeEntry>();
  const lossReasons = new Set<string>();

  /**
   * Also for client reports in refused requests, whose reasons come from the sender
   * (domain/cardinality).
   */
  function bounded(item: CountedItem): CountedItem {
    const reason = joinNames(item.category, item.reason);
    if (item.outcome !== "lost-at-client" || lossReasons.has(reason)) return item;
    if (lossReasons.size >= mostLossReasons) return { ...item, category: "other", reason: "other" };
    lossReasons.add(reason);
    return item;
  }

  const add = (entry: OutcomeEntry) => addEntry(entries, entry);

  /** Each project by itself, as only those of one cluster node can't be counted. */
  async function addApart(all: OutcomeEntry[]): Promise<void> {
    for (const entries of Map.groupBy(all, ({ projectId }) => projectId).values())
      await outcomes.add(entries).catch(() => entries.forEach(add));
  }

  return {
    count({ projectId, items }, receivedAt) {
      const hour = hourOf(receivedAt);
      for (const { outcome, category, reason, quantity } of items.map(bounded))
        add({ projectId, hour, outcome, category, reason, quantity });
    },
    async flush() {
      if (entries.size === 0) return;
      const full = entries;
      entries = new Map();
      try {
        await outcomes.add([...full.values()]);
      } catch (error) {
        if (isNodeAway(error)) return addApart([...full.values()]);
        // A disk that refuses requests also refuses these counts.
        for (const entry of full.values()) add(entry);
        throw error;
      }
    },
  };
}
