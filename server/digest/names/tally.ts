import { cardinalityLimits, joinNames } from "#server/domain/cardinality/limits.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { CountedItem, Reply } from "#server/ingest/request.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * Counts what ingestion refuses: nothing of it is on disk, so a crash may forget the last few
 * seconds of it.
 */
export type Tally = {
  count(refused: NonNullable<Reply["refused"]>, receivedAt: number): void;
  flush(): Promise<void>;
};

/** Kinds of refusal are few: a flood of refusals is a handful of rows. */
export function createTally(
  outcomes: Pick<Store["outcomes"], "add">,
  mostLossReasons: number = cardinalityLimits.lossReasons.most,
): Tally {
  let entries = new Map<string, OutcomeEntry>();
  const lossReasons = new Set<string>();

  /**
   * Of client reports in refused requests, too: their reasons are the sender's words
   * (domain/cardinality).
   */
  function bounded(item: CountedItem): CountedItem {
    const reason = joinNames(item.category, item.reason);
    if (item.outcome !== "lost-at-client" || lossReasons.has(reason)) return item;
    if (lossReasons.size >= mostLossReasons) return { ...item, category: "other", reason: "other" };
    lossReasons.add(reason);
    return item;
  }

  function add(entry: OutcomeEntry): void {
    const { projectId, hour, outcome, category, reason, quantity } = entry;
    const key = [projectId, hour, outcome, category, reason].join("\n");
    const known = entries.get(key);
    if (known) known.quantity += quantity;
    else entries.set(key, { ...entry });
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
        // The disk that refuses the requests refuses their numbers, too.
        for (const entry of full.values()) add(entry);
        throw error;
      }
    },
  };
}
