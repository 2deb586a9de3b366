/** Positions of values on an axis: fractions, 0 at its low end and 1 at its high end. */
export type Scale = { low: number; high: number; isLog: boolean; at: (value: number) => number };

export function linearScale(low: number, high: number): Scale {
  const length = high - low || 1;
  return { low, high, isLog: false, at: (value) => clamped((value - low) / length) };
}

/** `low` is positive; smaller values are drawn at it. */
export function logScale(low: number, high: number): Scale {
  const length = Math.log(high / low) || 1;
  return {
    low,
    high,
    isLog: true,
    at: (value) => clamped(Math.log(Math.max(value, low) / low) / length),
  };
}

/**
 * From zero to slightly more than the largest value: a chart with another start exaggerates every
 * change.
 */
export const scaleFor = (values: readonly number[]): Scale =>
  linearScale(0, Math.max(...values, 0) * 1.1 || 1);

const clamped = (share: number): number => Math.min(Math.max(share, 0), 1);
