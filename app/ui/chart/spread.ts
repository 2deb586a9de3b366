/**
 * Moves overlapping labels apart: each as near to its position as possible, `gap` from the next,
 * all within 0 to `length`. Keeps their order on the axis; returns them in the given order.
 */
export function spread(places: readonly number[], gap: number, length: number): number[] {
  const order = places
    .map((place, index) => ({ place, index }))
    .toSorted((a, b) => a.place - b.place);
  const moved: number[] = [];
  for (const { place } of order) moved.push(Math.max(place, (moved.at(-1) ?? -Infinity) + gap));
  let limit = length;
  for (let index = moved.length - 1; index >= 0; index--) {
    moved[index] = Math.min(moved[index]!, limit);
    limit = moved[index]! - gap;
  }
  const result: number[] = [];
  for (const [rank, { index }] of order.entries()) result[index] = moved[rank]!;
  return result;
}
