import type { Worker } from "node:worker_threads";

const lookEveryMs = 50;

/**
 * Calls `onOver` when the thread's heap, including garbage, exceeds `mostBytes`. V8's own limit
 * (`resourceLimits`) isn't enough: a single allocation beyond it can end the whole process
 * (measured: a source map with 30 million empty lines, at 512 MiB). V8's limit must be high enough
 * that this one triggers first.
 */
export function watchHeap(worker: Worker, mostBytes: number, onOver: () => void): void {
  let isAsking = false;
  async function look(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    // A terminated thread has no heap. A thread inside a long V8 call responds after it.
    const heap = await worker.getHeapStatistics().catch(() => undefined);
    isAsking = false;
    if (heap && heap.used_heap_size > mostBytes) onOver();
  }
  const looking = setInterval(() => void look(), lookEveryMs).unref();
  worker.once("exit", () => clearInterval(looking));
}
