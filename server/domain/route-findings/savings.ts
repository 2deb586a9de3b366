import { medianOf, sumOf, typicalOf } from "./quantile-of.ts";

/** Savings of a change over all analyzed requests. */
export type Saving = {
  /** Requests that it would help. */
  helped: number;
  /** Median of these, milliseconds. */
  savedMs: number;
};

/** Smaller values are rounding of clocks. */
const leastHelpMs = 0.1;

/** `typical`: a request with typical savings, otherwise any. */
export function savingOf<Item>(
  items: readonly Item[],
  savedIn: (item: Item) => number,
): Saving & { typical: Item | undefined } {
  const replayed = items.map((item) => ({ item, savedMs: savedIn(item) }));
  const helped = replayed.filter(({ savedMs }) => savedMs >= leastHelpMs);
  const typical = typicalOf(helped.length > 0 ? helped : replayed, ({ savedMs }) => savedMs);
  return {
    helped: helped.length,
    savedMs: medianOf(helped.map(({ savedMs }) => savedMs)),
    typical: typical?.item,
  };
}

/**
 * A replay is expensive and few are shown: only those with the largest possible savings are
 * replayed.
 */
const mostReplayed = 15;

export function mostPromising<Item>(groups: Item[][], atMostMs: (item: Item) => number): Item[][] {
  const worth = new Map(groups.map((group) => [group, sumOf(group.map(atMostMs))]));
  return groups.toSorted((a, b) => worth.get(b)! - worth.get(a)!).slice(0, mostReplayed);
}
