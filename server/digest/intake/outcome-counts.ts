import { isFilterReason } from "#server/domain/inbound-filter/filtered-by-reason.ts";
import type { FilterReason, OutcomeEntry, Outcome } from "#server/domain/outcomes.ts";
import type { Store } from "#server/storage/store.ts";

/** Outcomes of items since the process started, and finished deliveries. For `/metrics`. */
export type OutcomeCounts = {
  /** By category of the program; only dropped items have categories from senders. */
  stored: { [category: string]: number };
  dropped: { [reason in DropReason]?: number };
  /** Items dropped by inbound filters, by filter. */
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
  // These items are stored and counted as stored.
  "over-limit": "neither",
};

/** The category “trace” repeats the counts of its spans. */
const repeated = "trace";

type OutcomeCounter = { add(entries: readonly OutcomeEntry[]): void; read(): OutcomeCounts };

/** Counts stored items and refusals after the database has them. */
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
        if (reason === "stored") raise(counts.stored, category, quantity);
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

/** Counts outcomes of refused requests after they are written. */
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
