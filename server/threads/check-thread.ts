import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { startOnCall, type Thread } from "./thread-calls.ts";

/**
 * What a thread does that reads whole database files (`check-worker.ts`): a gibibyte takes a second
 * or more.
 */
export type CheckCalls = {
  /** Why the file at a path is damaged; undefined when it is sound. */
  damage: (path: string) => Promise<string | undefined>;
};

/** SQLite reads a page at a time: the heap stays empty. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
const idleMs = 2_000;

/** `sibling` is another thread's program, compiled or not: this one's is beside it. */
export function checkThread(sibling: string): Thread<CheckCalls> {
  const path = join(dirname(sibling), `check-worker${extname(sibling)}`);
  return startOnCall<CheckCalls>(() => new Worker(path, { resourceLimits }), idleMs);
}
