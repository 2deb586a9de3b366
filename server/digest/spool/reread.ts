import { giveBack } from "#server/threads/give-back.ts";
import { createReadAhead, type ReadDeps } from "#server/digest/queue/read-ahead.ts";
import type { SpoolEntry } from "./spool.ts";
import { joined, type Understanding } from "#server/digest/understanding.ts";
import type { Waiting } from "#server/digest/queue/waiting.ts";

/** Reads these requests from disk again. `letGo`: called after they are stored. */
export async function reread(
  deps: ReadDeps,
  entries: SpoolEntry[],
): Promise<{ understanding: Understanding; letGo: () => void }> {
  const ahead = createReadAhead(deps);
  let left: Waiting[] = entries.map((entry) => ({ entry, since: 0 }));
  const read: Understanding[] = [];
  const all: ArrayBuffer[] = [];
  while (left.length > 0) {
    const { taken, understanding, blocks } = await ahead.take(left);
    left = left.slice(taken.length);
    read.push(understanding);
    all.push(...blocks);
  }
  return { understanding: joined(read), letGo: () => all.forEach(giveBack) };
}
