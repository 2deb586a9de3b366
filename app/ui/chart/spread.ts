/**
 * Moves labels apart that would be on each other: each as near to its place as it can be, `gap`
 * from the next, none outside of 0 to `length`. The order of places is kept; those that came in are
 * returned in their own order.
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
