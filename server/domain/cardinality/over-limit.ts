import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { cardinalityLimits, type LimitName, limitNames } from "./limits.ts";

/** An exceeded limit: number of items that lost a name. */
export type ExceededLimit = { limit: LimitName; label: string; quantity: number };

/** The outcome's reason for a limit. */
export const overLimitReason = (limit: LimitName): string => cardinalityLimits[limit].label;

/** Exceeded limits in a project's outcomes, most often first. */
export function exceededLimits(entries: readonly OutcomeEntry[]): ExceededLimit[] {
  const over = entries.filter(({ outcome }) => outcome === "over-limit");
  const exceeded = limitNames.flatMap((limit): ExceededLimit[] => {
    const label = overLimitReason(limit);
    const mine = over.filter(({ reason }) => reason === label);
    if (mine.length === 0) return [];
    const quantity = mine.reduce((sum, entry) => sum + entry.quantity, 0);
    return [{ limit, label, quantity }];
  });
  return exceeded.toSorted((a, b) => b.quantity - a.quantity);
}
