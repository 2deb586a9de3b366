import type { Sketch } from "#server/domain/sketch/sketch.ts";

/** Web vitals, and the time until a document's page is interactive (`hydration`). */
export const vitalNames = ["lcp", "inp", "cls", "fcp", "ttfb", "hydration"] as const;
export type VitalName = (typeof vitalNames)[number];

export const deviceClasses = ["desktop", "mobile", "tablet", "unknown"] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/**
 * Thresholds of web.dev: good up to the first, poor above the second. Milliseconds; CLS has no
 * unit.
 */
export const vitalBounds: { [vital in VitalName]: { good: number; poor: number } } = {
  lcp: { good: 2_500, poor: 4_000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  fcp: { good: 1_800, poor: 3_000 },
  ttfb: { good: 800, poor: 1_800 },
  /**
   * Our own, because none is published. A page that looks ready should respond before INP would
   * rate a tap as slow.
   */
  hydration: { good: 2_500, poor: 5_000 },
};

export type Rating = "good" | "needs-improvement" | "poor";

export function ratingOf(vital: VitalName, value: number): Rating {
  const { good, poor } = vitalBounds[vital];
  return value <= good ? "good" : value <= poor ? "needs-improvement" : "poor";
}

/** A browser's measurement on one visit. */
export type VitalReport = {
  /**
   * The visit's measurement: a report with the same ID replaces the earlier one. At most 64
   * characters.
   */
  id: string;
  vital: VitalName;
  /** Milliseconds; CLS has no unit. */
  value: number;
  /**
   * The page's route pattern with a leading slash, or its path without a known route; "" if the
   * report has neither, but another of its visit does, before or after it.
   */
  route: string;
  /**
   * Shared by the reports of one page load, some of which don't have its route. At most 64
   * characters.
   */
  visit?: string;
  service: string;
  device: DeviceClass;
  environment?: string;
  release?: string;
  /** Time of the measurement, milliseconds since 1970. */
  at: number;
};

export type VitalRollup = {
  /** CLS is stored times 1,000, so that small shifts are distinguishable. */
  values: Sketch;
  good: number;
  needsImprovement: number;
  poor: number;
};
