import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { startOnCall, type Thread } from "#server/thread-calls.ts";
import type { Reread } from "#server/digest/queue.ts";
import type { SpoolEntry } from "#server/digest/spool.ts";

/**
 * What the thread does that reads what lies unread in the spool (`reader-worker.ts`): what the first entries come to, as many as
 * fit into memory and one at least.
 */
export type ReaderCalls = { understand: (entries: SpoolEntry[]) => Promise<Reread> };
export type ReaderThread = Thread<ReaderCalls>;

/** Parsing makes garbage by the megabyte: left to itself V8 lets it lie, 90 MiB more for nothing (measured). */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };
const idleMs = 10_000;

/** `sibling` is another thread's program, compiled or not: this one's lies beside it. */
export function readerThread(sibling: string, config: object): ReaderThread {
  const path = join(dirname(sibling), `reader-worker${extname(sibling)}`);
  return startOnCall<ReaderCalls>(() => new Worker(path, { workerData: config, resourceLimits }), idleMs);
}
