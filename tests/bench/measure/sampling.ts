/**
 * Calls `sample` periodically until stopped; slow calls do not pile up. A failure ends sampling and
 * is reported at its end.
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

/** Duration of `work`. */
export async function timedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
