import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { cardinalityLimits, type LimitName, limitNames } from "./limits.ts";

/** A limit that a project exceeded: how many items lost a name to it, and the hour in which the last of them came. */
export type ExceededLimit = { limit: LimitName; label: string; quantity: number; lastHour: number };

/** The reason that the ledger names for a limit. */
export const overLimitReason = (limit: LimitName): string => cardinalityLimits[limit].label;

/** The limits that these entries of one project's ledger say were exceeded, the most often first. */
export function exceededLimits(entries: readonly OutcomeEntry[]): ExceededLimit[] {
  const over = entries.filter(({ outcome }) => outcome === "over-limit");
  const exceeded = limitNames.flatMap((limit): ExceededLimit[] => {
    const label = overLimitReason(limit);
    const mine = over.filter(({ reason }) => reason === label);
    if (mine.length === 0) return [];
    const quantity = mine.reduce((sum, entry) => sum + entry.quantity, 0);
    return [{ limit, label, quantity, lastHour: Math.max(...mine.map(({ hour }) => hour)) }];
  });
  return exceeded.toSorted((a, b) => b.quantity - a.quantity);
}
