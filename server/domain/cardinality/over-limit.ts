import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { cardinalityLimits, type LimitName, limitNames } from "./limits.ts";

/** A limit that a project exceeded: how many items lost a name to it. */
export type ExceededLimit = { limit: LimitName; label: string; quantity: number };

/** The reason that an outcome names for a limit. */
export const overLimitReason = (limit: LimitName): string => cardinalityLimits[limit].label;

/** The limits that were exceeded by these outcomes of one project, most often first. */
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
