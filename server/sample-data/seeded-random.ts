/** Reproducible random numbers from a seed. */
export type SeededRandom = {
  /** From 0 to 1, excluding 1. */
  next(): number;
  between(from: number, to: number): number;
  /** From 0 to `count`, exclusive. */
  below(count: number): number;
  pick<T>(values: readonly T[]): T;
  /** A log-normal factor around 1, like durations of real requests. */
  spread(sigma: number): number;
  hex(digits: number): string;
};

/** Mulberry32: small, fast, and good enough for sample data. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    pick: (values) => values[below(values.length)]!,
    spread: (sigma) => Math.exp(sigma * normal()),
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(""),
  };
}
