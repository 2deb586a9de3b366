/** Where values stand on an axis: fractions, 0 at its low end and 1 at its high one. */
export type Scale = { low: number; high: number; isLog: boolean; at: (value: number) => number };

export function linearScale(low: number, high: number): Scale {
  const length = high - low || 1;
  return { low, high, isLog: false, at: (value) => clamped((value - low) / length) };
}

/** `low` is positive; what is less stands at it. */
export function logScale(low: number, high: number): Scale {
  const length = Math.log(high / low) || 1;
  return { low, high, isLog: true, at: (value) => clamped(Math.log(Math.max(value, low) / low) / length) };
}

/** From here on a linear axis would press most values into one line. */
const logFrom = 20;

/** From zero where values are near each other, logarithmic where they are far apart. Zeros are left out of that question. */
export function scaleFor(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const most = Math.max(...positive, 0);
  if (most === 0) return linearScale(0, 1);
  const least = Math.min(...positive);
  return most / least >= logFrom
    ? logScale(10 ** Math.floor(Math.log10(least)), most * 1.2)
    : linearScale(0, most * 1.08);
}

const clamped = (share: number): number => Math.min(Math.max(share, 0), 1);
