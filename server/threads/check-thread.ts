import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { startOnCall, type Thread } from "./thread-calls.ts";

/**
 * Calls of the thread that reads whole database files (`check-worker.ts`): a gibibyte takes a
 * second or more.
 */
export type CheckCalls = {
  /** Why the file at a path is damaged; undefined if it is intact. */
  damage: (path: string) => Promise<string | undefined>;
};

/** SQLite reads page by page, so the heap stays nearly empty. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
const idleMs = 2_000;

/**
 * `sibling`: path of another thread's program, compiled or not. This thread's program is in the
 * same folder.
 */
export function checkThread(sibling: string): Thread<CheckCalls> {
  const path = join(dirname(sibling), `check-worker${extname(sibling)}`);
  return startOnCall<CheckCalls>(() => new Worker(path, { resourceLimits }), idleMs);
}
