import { durationText } from "#app/ui/duration.ts";
import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import type { Rating, VitalName } from "#server/domain/vital/vital.ts";

/** What each vital is called, in columns and in full. */
export const vitalWords: { [vital in VitalName]: { short: string; full: string; says: string } } = {
  lcp: { short: "LCP", full: "Largest contentful paint", says: "the main thing on the page is there" },
  inp: { short: "INP", full: "Interaction to next paint", says: "the page answers a tap or a key" },
  cls: { short: "CLS", full: "Cumulative layout shift", says: "how far things jump; no unit" },
  fcp: { short: "FCP", full: "First contentful paint", says: "something is there" },
  ttfb: { short: "TTFB", full: "Time to first byte", says: "the document begins to arrive" },
  hydration: { short: "Hydration", full: "Hydration", says: "the page answers to scripts; bounds are Spoor's own" },
};

export const ratingWords: { [rating in Rating]: string } = {
  good: "good",
  "needs-improvement": "needs improvement",
  poor: "poor",
};

/** As narrow columns say it. */
export const ratingMarks: { [rating in Rating]: string } = { good: "good", "needs-improvement": "fair", poor: "poor" };

/** `247 ms`, `2.45 s`: a sketch keeps three digits. CLS, which has no unit, as `0.12`. */
export function vitalText(vital: VitalName, value: number): string {
  if (vital === "cls") return String(Number(value.toPrecision(value < 0.1 ? 2 : 3)));
  return value < 999.5 ? spokenDuration(value) : durationText(value);
}
