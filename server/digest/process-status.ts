import type { ProcessStatus, ProcessStore } from "#server/storage/processes/process-store.ts";
import type { HeldBackFigures } from "./queue/project-lanes.ts";
import type { QueueFigures } from "./queue/queue.ts";

/** What a process reports about its queue. */
export function processStatusOf(
  name: string,
  { requests, bytes }: Pick<QueueFigures, "requests" | "bytes">,
  { heldBack, othersOldestMs }: HeldBackFigures,
  now: number,
): ProcessStatus {
  const storedUpTo = Math.floor(now - othersOldestMs);
  return { name, at: now, storedUpTo, heldBack, waitingRequests: requests, waitingBytes: bytes };
}

/** Each process reports once a second. */
export const heardMs = 5_000;

/**
 * Whether another process accepts data. If so, reports from before this process started are needed.
 */
export async function isAnotherAlive(
  processes: Pick<ProcessStore, "list">,
  name: string,
  now: number,
): Promise<boolean> {
  return (await processes.list(now - heardMs)).some((each) => each.name !== name);
}
