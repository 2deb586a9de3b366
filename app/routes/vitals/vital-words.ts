import { durationText } from "#app/ui/format/duration.ts";
import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import type { Rating, VitalName } from "#server/domain/vital/vital.ts";

/** Short and full name of each vital. */
export const vitalWords: { [vital in VitalName]: { short: string; full: string; says: string } } = {
  lcp: { short: "LCP", full: "Largest contentful paint", says: "Main content is visible" },
  inp: { short: "INP", full: "Interaction to next paint", says: "Response to input" },
  cls: { short: "CLS", full: "Cumulative layout shift", says: "Layout shift (unitless)" },
  fcp: { short: "FCP", full: "First contentful paint", says: "First content is visible" },
  ttfb: { short: "TTFB", full: "Time to first byte", says: "First byte arrives" },
  hydration: {
    short: "Hydration",
    full: "Hydration",
    says: "Page is interactive; thresholds set by Spoor",
  },
};

export const ratingWords: { [rating in Rating]: string } = {
  good: "good",
  "needs-improvement": "needs improvement",
  poor: "poor",
};

/** `247 ms`, `2.45 s`: a sketch has three digits. CLS, which has no unit, as `0.12`. */
export function vitalText(vital: VitalName, value: number): string {
  if (vital === "cls") return String(Number(value.toPrecision(value < 0.1 ? 2 : 3)));
  return value < 999.5 ? spokenDuration(value) : durationText(value);
}
