import { type FilterReason, filterReasons, type OutcomeEntry } from "#server/domain/outcomes.ts";

/** Number of errors, transactions, and spans dropped by each filter; files are counted in bytes. */
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
