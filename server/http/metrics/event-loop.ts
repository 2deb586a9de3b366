import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metric } from "./format.ts";

const resolutionMs = 20;

/** Timer delay of this thread. Each scrape returns the measurements since the last one. */
export function watchEventLoop(): () => Metric {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  // Node's measurement includes the timer's own interval.
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
