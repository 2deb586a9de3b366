import type { ProcessStanding } from "#server/storage/process-store.ts";
import type { QueueFigures } from "./queue.ts";

/** What a process tells the others of its queue. */
export function standingOf(name: string, { requests, bytes, oldestMs }: QueueFigures, now: number): ProcessStanding {
  const storedUpTo = requests === 0 ? now : now - oldestMs;
  return { name, at: now, storedUpTo, waitingRequests: requests, waitingBytes: bytes };
}
