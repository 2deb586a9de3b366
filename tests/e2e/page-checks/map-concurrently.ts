/**
 * Calls `work` with each item, at most `concurrency` at a time. Returns the results in the order of
 * the items.
 */
export async function mapConcurrently<Item, Result>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = items.entries();
  const runNext = async () => {
    for (const [index, item] of remaining) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
  return results;
}
