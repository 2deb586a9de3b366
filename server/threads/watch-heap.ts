import type { Worker } from "node:worker_threads";

const lookEveryMs = 50;

/**
 * Calls `onOver` once the thread's heap, garbage included, is larger than `mostBytes`. V8's own
 * limit (`resourceLimits`) cannot replace it: what a thread asks for beyond that one in a single
 * piece can end the whole process (measured: a source map of 30 million empty lines, at 512 MiB).
 * It has to be so far above that this comes first.
 */
export function watchHeap(worker: Worker, mostBytes: number, onOver: () => void): void {
  let isAsking = false;
  async function look(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    // A thread that has ended has no heap; one within a long call of V8's answers after it.
    const heap = await worker.getHeapStatistics().catch(() => undefined);
    isAsking = false;
    if (heap && heap.used_heap_size > mostBytes) onOver();
  }
  const looking = setInterval(() => void look(), lookEveryMs).unref();
  worker.once("exit", () => clearInterval(looking));
}
