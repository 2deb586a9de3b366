import { isFilterReason } from "#server/domain/inbound-filter/filtered-by-reason.ts";
import type { FilterReason, OutcomeEntry, Outcome } from "#server/domain/outcomes.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * What became of received items since the process started; deliveries that ended. Both for
 * `/metrics`.
 */
export type OutcomeCounts = {
  /** By category; few, because senders can name any. */
  stored: { [category: string]: number };
  dropped: { [reason in DropReason]?: number };
  /** Of those that were dropped as filtered: by which of the projects' inbound filters. */
  filtered: { [reason in FilterReason]?: number };
};

type DropReason =
  | "duplicate"
  | "rate_limited"
  | "filtered"
  | "invalid"
  | "unsupported"
  | "sampled_out"
  | "client_discard"
  | "not_stored";

export const noOutcomes: OutcomeCounts = { stored: {}, dropped: {}, filtered: {} };

/** Other categories count together: the number of series is bounded. */
const categories = new Set([
  "error",
  "transaction",
  "span",
  "session",
  "attachment",
  "check_in",
  "feedback",
  "log",
]);

const reasons: Record<Outcome, DropReason | "stored" | "neither"> = {
  kept: "stored",
  counted: "not_stored",
  duplicate: "duplicate",
  limited: "rate_limited",
  filtered: "filtered",
  invalid: "invalid",
  unsupported: "unsupported",
  thinned: "sampled_out",
  "lost-at-client": "client_discard",
  // Stored, and counted as such.
  "over-limit": "neither",
};

/** The category of traces repeats what their spans say. */
const repeated = "trace";

type OutcomeCounter = { add(entries: readonly OutcomeEntry[]): void; read(): OutcomeCounts };

/** Counts what batches stored and what the front refused, once the database has it. */
export function countOutcomes(): OutcomeCounter {
  const counts: Counts = { stored: new Map(), dropped: new Map(), filtered: new Map() };
  const raise = <Key>(map: Map<Key, number>, key: Key, by: number) =>
    void map.set(key, (map.get(key) ?? 0) + by);
  return {
    add(entries) {
      for (const { outcome, category, quantity, reason: detail } of entries) {
        const reason = reasons[outcome];
        if (outcome === "filtered" && isFilterReason(detail))
          raise(counts.filtered, detail, quantity);
        if (category === repeated || reason === "neither") continue;
        if (reason === "stored")
          raise(counts.stored, categories.has(category) ? category : "other", quantity);
        else raise(counts.dropped, reason, quantity);
      }
    },
    read: () => ({
      stored: Object.fromEntries(counts.stored),
      dropped: Object.fromEntries(counts.dropped),
      filtered: Object.fromEntries(counts.filtered),
    }),
  };
}

type Counts = {
  stored: Map<string, number>;
  dropped: Map<DropReason, number>;
  filtered: Map<FilterReason, number>;
};

/** Outcomes of what ingestion refused, counted once they are written. */
export function countedOutcomes(
  outcomes: Pick<Store["outcomes"], "add">,
  onOutcomes: OutcomeCounter["add"],
): Pick<Store["outcomes"], "add"> {
  return {
    async add(entries) {
      await outcomes.add(entries);
      onOutcomes(entries);
    },
  };
}

export function sumOutcomes(a: OutcomeCounts, b: OutcomeCounts): OutcomeCounts {
  return {
    stored: sumOf(a.stored, b.stored),
    dropped: sumOf(a.dropped, b.dropped),
    filtered: sumOf(a.filtered, b.filtered),
  };
}

function sumOf<Counts extends { [name: string]: number | undefined }>(
  a: Counts,
  b: Counts,
): Counts {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]),
  ) as Counts;
}
