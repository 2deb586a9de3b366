import { medianOf, sumOf, typicalOf } from "./quantile-of.ts";

/** What a change would save, over the requests that were looked at. */
export type Saving = {
  /** Requests that it would help. */
  helped: number;
  /** Of these, milliseconds: the median. */
  savedMs: number;
};

/** Less is within what clocks round. */
const leastHelpMs = 0.1;

/** `typical`: a request that would save as much as usual, else any. */
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
 * A replay costs more than the few that are shown are worth: those with most to save at best are
 * replayed.
 */
const mostReplayed = 15;

export function mostPromising<Item>(groups: Item[][], atMostMs: (item: Item) => number): Item[][] {
  const worth = new Map(groups.map((group) => [group, sumOf(group.map(atMostMs))]));
  return groups.toSorted((a, b) => worth.get(b)! - worth.get(a)!).slice(0, mostReplayed);
}
