import type { Log } from "#server/telemetry/log.ts";

type ClockDeps = { now: () => number; elapsed: () => number; log: Log };

/**
 * Summer time is none of it: these are seconds since 1970. Small corrections are made all the time.
 */
const jumpMs = 30_000;

/**
 * Says when the machine's clock was set. Nothing is filed after its receipt (server/DECISIONS.md,
 * 3), so what came under a wrong clock stays where that put it; how long things take and wait is
 * told by a clock that never jumps.
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
