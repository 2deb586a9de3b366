import { type FilterReason, filterReasons, type OutcomeEntry } from "#server/domain/outcomes.ts";

/** How many errors, transactions, and spans each filter left out; files are counted in bytes. */
export function filteredByReason(entries: readonly OutcomeEntry[]): {
  [reason in FilterReason]?: number;
} {
  const counts: { [reason in FilterReason]?: number } = {};
  for (const { outcome, category, reason, quantity } of entries) {
    if (outcome !== "filtered" || category === "attachment" || !isFilterReason(reason)) continue;
    counts[reason] = (counts[reason] ?? 0) + quantity;
  }
  return counts;
}

export const isFilterReason = (reason: string): reason is FilterReason =>
  (filterReasons as readonly string[]).includes(reason);
