/**
 * Moves overlapping labels apart: as near to their places as possible together, `gap` from the
 * next, all within 0 to `length`. Keeps their order on the axis; returns them in the given order.
 */
export function spread(places: readonly number[], gap: number, length: number): number[] {
  const order = places
    .map((place, index) => ({ place, index }))
    .toSorted((a, b) => a.place - b.place);
  // Without the gaps below it, a label must not be lower than the one before: the ones that are
  // share their mean.
  const blocks: Block[] = [];
  for (const [rank, { place }] of order.entries()) {
    let block: Block = { sum: place - rank * gap, count: 1 };
    for (let last = blocks.at(-1); last && meanOf(last) > meanOf(block); last = blocks.at(-1)) {
      block = { sum: last.sum + block.sum, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  const highest = Math.max(0, length - (places.length - 1) * gap);
  const moved = blocks.flatMap((block) =>
    Array.from({ length: block.count }, () => Math.min(Math.max(meanOf(block), 0), highest)),
  );
  const result: number[] = [];
  for (const [rank, { index }] of order.entries()) result[index] = moved[rank]! + rank * gap;
  return result;
}

type Block = { sum: number; count: number };

const meanOf = ({ sum, count }: Block): number => sum / count;
