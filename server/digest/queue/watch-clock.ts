import type { Log } from "#server/telemetry/log.ts";

type ClockDeps = { now: () => number; elapsed: () => number; log: Log };

/**
 * Not affected by daylight saving time: these are seconds since 1970. Small corrections are
 * frequent.
 */
const jumpMs = 30_000;

/**
 * Logs when the machine's clock is set. Nothing is filed after its receipt (server/DECISIONS.md,
 * 3), so data received under a wrong clock stays at that time. Durations and waits use a monotonic
 * clock.
 */
export function watchClock({ now, elapsed, log }: ClockDeps): () => void {
  const offset = () => now() - elapsed();
  let known = offset();
  return () => {
    const jumpedMs = Math.round(offset() - known);
    if (Math.abs(jumpedMs) < jumpMs) return;
    known = offset();
    const direction = jumpedMs > 0 ? "forward" : "back";
    log("warn", `The clock was set ${direction} by ${Math.round(Math.abs(jumpedMs) / 1000)} s.`, {
      jumpedMs,
    });
  };
}
