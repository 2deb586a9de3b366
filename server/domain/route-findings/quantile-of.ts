/** The value of rank ⌈q × count⌉ of a few values (nearest rank); 0 without values. */
export function quantileOf(values: readonly number[], q: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.max(0, Math.ceil(q * ascending.length) - 1)] ?? 0;
}

export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5);

export const sumOf = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** The item with the median value: a typical example. */
export function typicalOf<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => number,
): Item | undefined {
  const ascending = items.toSorted((a, b) => valueOf(a) - valueOf(b));
  return ascending[Math.max(0, Math.ceil(ascending.length / 2) - 1)];
}

/** The most frequent value; among equals, the earlier. */
export function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
