import type { Store } from "#server/storage/store.ts";

/** So long the storage page tells of a process that is not heard of any more: its spool may hold what nobody has stored. */
const keptMs = 7 * 86_400_000;

export const evictProcesses = ({ processes }: Pick<Store, "processes">, now: number): Promise<void> =>
  processes.evict(now - keptMs);
