import { attachmentCategory } from "#server/domain/attachment/attachment.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { dayMs } from "#server/domain/time.ts";

/**
 * A project's quotas: errors; spans, with a transaction counting once; user feedback; bytes of
 * files.
 */
export type QuotaKind = "eventsPerDay" | "spansPerDay" | "feedbackPerDay" | "attachmentBytesPerDay";

/** The quota of an outcome category; undefined if none. */
export function quotaKindOf(category: string): QuotaKind | undefined {
  if (category === "error") return "eventsPerDay";
  if (category === "feedback") return "feedbackPerDay";
  if (category === attachmentCategory) return "attachmentBytesPerDay";
  return category === "span" || category === "transaction" ? "spansPerDay" : undefined;
}

/** Usage in a day's entries. Accepted items count; duplicates and refusals don't. */
export function usedOfQuotas(entries: OutcomeEntry[]): Record<QuotaKind, number> {
  const used = { eventsPerDay: 0, spansPerDay: 0, feedbackPerDay: 0, attachmentBytesPerDay: 0 };
  for (const { outcome, category, quantity } of entries) {
    const kind = quotaKindOf(category);
    if (kind && outcome === "kept") used[kind] += quantity;
  }
  return used;
}

/** The start of the UTC day, milliseconds since 1970. */
export const utcDayOf = (timeMs: number): number => Math.floor(timeMs / dayMs) * dayMs;
