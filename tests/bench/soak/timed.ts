/** How long something took, or how much of it there was, and when. */
export type Timed = { atMs: number; ms: number };
export type Latencies = Map<string, Timed[]>;

export async function time(latencies: Latencies, name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  note(latencies, name, { atMs: startedAt, ms: performance.now() - startedAt });
}

export function note(latencies: Latencies, name: string, timed: Timed): void {
  const list = latencies.get(name) ?? [];
  latencies.set(name, list);
  list.push(timed);
}
