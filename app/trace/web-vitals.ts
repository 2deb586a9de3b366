import type { SpanContext } from "@opentelemetry/api";
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { epochMs, now } from "./clock.ts";
import { activatedAt, type Hydration, type LoadedPage } from "./document-load.ts";
import type { LogEvent } from "./otlp-json.ts";
import type { Attributes } from "./provider.ts";

type Told = { name: string; value: number; id: string; more: Attributes };

/**
 * Web vitals as `browser.web_vital` events (semantic conventions), in the trace of the document
 * load. An `id` may be reported again with a new value: the last one counts. `hydration` is ours,
 * in the same form: time from the visit's start until the page is interactive.
 */
export function reportVitals(
  { traceId, spanId }: SpanContext,
  { route, shown }: LoadedPage,
  { hydratedAt }: Hydration,
  add: (event: LogEvent) => void,
): void {
  const page = { ...shown.path(location.pathname, route), ...(route && { "http.route": route }) };
  const tell = (atMs: number, { name, value, id, more }: Told) => {
    const attributes = {
      "browser.web_vital.name": name,
      "browser.web_vital.value": value,
      "browser.web_vital.id": id,
      ...more,
      ...page,
    };
    add({ name: "browser.web_vital", atMs, traceId, spanId, attributes });
  };
  const report = (metric: Metric) => tell(timeOf(metric), toldOf(metric));
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(report);
  const timing = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming;
  const value = Math.max(0, hydratedAt - activatedAt(timing));
  tell(epochMs(hydratedAt), { name: "hydration", value, id: `hydration-${spanId}`, more: {} });
}

function toldOf({ name, value, id, delta, rating, navigationType }: Metric): Told {
  const more = {
    "browser.web_vital.delta": delta,
    "browser.web_vital.rating": rating,
    "browser.web_vital.navigation_type": navigationType,
  };
  return { name: name.toLowerCase(), value, id, more };
}

/**
 * When it happened, in milliseconds since 1970: most vitals are reported only when the page is
 * left. A vital that never happened, such as a layout shift, has the page's start.
 */
export function timeOf({ name, value, entries, navigationType }: Metric): number {
  if (navigationType === "back-forward-cache") return now();
  return epochMs(name === "TTFB" ? value : (entries.at(-1)?.startTime ?? 0));
}
