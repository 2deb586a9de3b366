import { hourOf, type LedgerEntry } from "#server/domain/ledger.ts";
import type { Reply } from "#server/ingest/request.ts";
import type { Store } from "#server/storage/store.ts";

/** Counts what the door refuses: nothing of it is on disk, so a crash may forget the last few seconds of it. */
export type Tally = {
  count(refused: NonNullable<Reply["refused"]>, receivedAt: number): void;
  flush(): Promise<void>;
};

/** Kinds of refusal are few: a flood of refusals is a handful of rows. */
export function createTally(ledger: Pick<Store["ledger"], "add">): Tally {
  let entries = new Map<string, LedgerEntry>();
  return {
    count({ projectId, items }, receivedAt) {
      const hour = hourOf(receivedAt);
      for (const { outcome, category, reason, quantity } of items) {
        const key = [projectId, hour, outcome, category, reason].join("\n");
        const entry = entries.get(key);
        if (entry) entry.quantity += quantity;
        else entries.set(key, { projectId, hour, outcome, category, reason, quantity });
      }
    },
    async flush() {
      if (entries.size === 0) return;
      const full = entries;
      entries = new Map();
      await ledger.add([...full.values()]);
    },
  };
}
