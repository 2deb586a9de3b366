import { giveBack } from "#server/threads/give-back.ts";
import { createReadAhead, type ReadDeps } from "./read-ahead.ts";
import type { SpoolEntry } from "./spool.ts";
import { joined, type Understanding } from "./understanding.ts";
import type { Waiting } from "./waiting.ts";

/** Reads these requests from disk once more; `letGo` once they are stored. */
export async function reread(
  parts: ReadDeps,
  entries: SpoolEntry[],
): Promise<{ understanding: Understanding; letGo: () => void }> {
  const ahead = createReadAhead(parts);
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
