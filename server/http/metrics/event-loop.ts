import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metric } from "./format.ts";

const resolutionMs = 20;

/** How late this thread's timers are. Each scrape reads what was measured since the one before. */
export function watchEventLoop(): () => Metric {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  // The timer's own interval is part of what Node measures.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  return () => {
    const quantiles = { "0.5": delay.percentile(50), "0.99": delay.percentile(99), "1": delay.max };
    const samples = Object.entries(quantiles).map(([quantile, value]) => ({
      labels: { quantile },
      value: delay.count === 0 ? 0 : seconds(value),
    }));
    delay.reset();
    const help = "Event loop delay of the thread that serves requests, since the last scrape.";
    return { name: "spoor_event_loop_delay_seconds", type: "gauge", help, samples };
  };
}
