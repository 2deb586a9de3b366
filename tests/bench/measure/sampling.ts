/** Calls `sample` so often until told to stop; calls that take longer than a period do not pile up. */
export function every(periodMs: number, sample: () => Promise<void> | void): () => Promise<void> {
  let busy: Promise<void> | undefined;
  const timer = setInterval(() => {
    busy ??= Promise.resolve(sample()).finally(() => (busy = undefined));
  }, periodMs);
  return async () => {
    clearInterval(timer);
    await busy;
  };
}

/** How long `work` takes. */
export async function timedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
