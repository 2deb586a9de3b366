import { threadMs } from "./thread-time.ts";

const workMs = 50;

/**
 * How many times longer work takes than on an idle machine, measured now: 1 if nothing else runs.
 * Divides a measured time, so that a limit means the same on a busy machine.
 */
export function slowdown(): number {
  const [startedAt, usedMs] = [performance.now(), threadMs()];
  while (threadMs() - usedMs < workMs);
  return Math.max(1, (performance.now() - startedAt) / workMs);
}
