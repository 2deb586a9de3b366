import type { Sketch } from "#server/domain/sketch/sketch.ts";

/** Web vitals, and how long a document took until its page answered to scripts (`hydration`). */
export const vitalNames = ["lcp", "inp", "cls", "fcp", "ttfb", "hydration"] as const;
export type VitalName = (typeof vitalNames)[number];

export const deviceClasses = ["desktop", "mobile", "tablet", "unknown"] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/**
 * The bounds that web.dev publishes: good up to the first, poor beyond the second. Milliseconds;
 * CLS has no unit.
 */
export const vitalBounds: { [vital in VitalName]: { good: number; poor: number } } = {
  lcp: { good: 2_500, poor: 4_000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  fcp: { good: 1_800, poor: 3_000 },
  ttfb: { good: 800, poor: 1_800 },
  /**
   * Our own: none is published. A page that looks ready should answer by the time INP would call a
   * tap slow.
   */
  hydration: { good: 2_500, poor: 5_000 },
};

export type Rating = "good" | "needs-improvement" | "poor";

export function ratingOf(vital: VitalName, value: number): Rating {
  const { good, poor } = vitalBounds[vital];
  return value <= good ? "good" : value <= poor ? "needs-improvement" : "poor";
}

/** What a browser measured on one visit. */
export type VitalReport = {
  /**
   * The visit's measurement: a report with the same id takes the earlier one's place. 64 characters
   * at most.
   */
  id: string;
  vital: VitalName;
  /** Milliseconds; CLS has no unit. */
  value: number;
  /**
   * The page's route pattern with a leading slash, or its path where no route is known; "" where
   * the report tells neither and another of its visit does, before or after it.
   */
  route: string;
  /**
   * What the reports of one page load share, where some of them do not tell its route. 64
   * characters at most.
   */
  visit?: string;
  service: string;
  device: DeviceClass;
  environment?: string;
  release?: string;
  /** When it was measured, milliseconds since 1970. */
  at: number;
};

export type VitalRollup = {
  /** CLS is kept times 1,000, so that small shifts are told apart. */
  values: Sketch;
  good: number;
  needsImprovement: number;
  poor: number;
};
