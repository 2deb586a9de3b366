/** A duration or amount with its time. */
export type Timed = { atMs: number; ms: number };
export type Latencies = Map<string, Timed[]>;

export async function time(
  latencies: Latencies,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  await work();
  note(latencies, name, { atMs: startedAt, ms: performance.now() - startedAt });
}

export function note(latencies: Latencies, name: string, timed: Timed): void {
  const list = latencies.get(name) ?? [];
  latencies.set(name, list);
  list.push(timed);
}
