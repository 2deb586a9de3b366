/**
 * Calls `sample` so often until told to stop; calls that take longer than a period do not pile up. One that fails is the
 * last, and is told of when the sampling ends.
 */
export function every(periodMs: number, sample: () => Promise<void> | void): () => Promise<void> {
  let busy: Promise<void> | undefined;
  let failure: unknown;
  const timer = setInterval(() => {
    busy ??= sampled().finally(() => (busy = undefined));
  }, periodMs);
  const sampled = async () => {
    try {
      await sample();
    } catch (error) {
      failure ??= error;
      clearInterval(timer);
    }
  };
  return async () => {
    clearInterval(timer);
    await busy;
    if (failure !== undefined) throw failure;
  };
}

/** How long `work` takes. */
export async function timedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
