import { type Rating, ratingOf, type VitalName, vitalNames, type VitalRollup } from "./vital.ts";
import { emptyVitalRollup, vitalQuantile } from "./vital-rollup.ts";

/** Figures of a vital on pages: p75, and number of visits by rating. */
export type VitalFigures = {
  vital: VitalName;
  /** Milliseconds; CLS has no unit. */
  p75: number;
  rating: Rating;
  count: number;
  good: number;
  needsImprovement: number;
  poor: number;
};

/** Below this, a single visit determines p75. */
export const fewVisits = 30;

/** Undefined without values. */
export function vitalFiguresOf(vital: VitalName, rollup: VitalRollup): VitalFigures | undefined {
  const p75 = vitalQuantile(rollup, vital, 0.75);
  if (p75 === undefined) return undefined;
  const { good, needsImprovement, poor } = rollup;
  return {
    vital,
    p75,
    rating: ratingOf(vital, p75),
    count: rollup.values.count,
    good,
    needsImprovement,
    poor,
  };
}

type VitalRollups = { [vital in VitalName]?: VitalRollup };
export type FiguresByVital = { [vital in VitalName]?: VitalFigures };

export function figuresByVital(rollups: VitalRollups): FiguresByVital {
  const figures: FiguresByVital = {};
  for (const vital of vitalNames) {
    const of = rollups[vital] && vitalFiguresOf(vital, rollups[vital]);
    if (of) figures[vital] = of;
  }
  return figures;
}

/**
 * Not every visit reports every vital: one without interaction has no INP. The most reported vital
 * counts visits.
 */
export const visitsIn = (figures: FiguresByVital): number =>
  Math.max(0, ...Object.values(figures).map(({ count }) => count));

/** Merges rows with the same `keyOf`, each in a separate list of vitals. */
export function gatherVitals<Row extends { vital: VitalName; rollup: VitalRollup }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, VitalRollups> {
  const gathered = new Map<Key, VitalRollups>();
  for (const row of rows) {
    const key = keyOf(row);
    const rollups = gathered.get(key) ?? {};
    gathered.set(key, rollups);
    merge((rollups[row.vital] ??= emptyVitalRollup()), row.rollup);
  }
  return gathered;
}

function merge(total: VitalRollup, other: VitalRollup): void {
  total.values.merge(other.values);
  total.good += other.good;
  total.needsImprovement += other.needsImprovement;
  total.poor += other.poor;
}
