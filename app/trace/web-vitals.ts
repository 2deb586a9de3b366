import type { SpanContext } from "@opentelemetry/api";
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { epochMs, now } from "./clock.ts";
import type { LogEvent } from "./otlp-json.ts";

/**
 * Web vitals as the conventions' `browser.web_vital` events, in the trace of the document's load. One `id` may be told
 * again with a new value: the last one counts.
 */
export function reportWebVitals(
  document: SpanContext,
  route: string | undefined,
  add: (event: LogEvent) => void,
): void {
  const path = location.pathname;
  const report = (metric: Metric) => {
    const attributes = {
      "browser.web_vital.name": metric.name.toLowerCase(),
      "browser.web_vital.value": metric.value,
      "browser.web_vital.delta": metric.delta,
      "browser.web_vital.id": metric.id,
      "browser.web_vital.rating": metric.rating,
      "browser.web_vital.navigation_type": metric.navigationType,
      "url.path": path,
      ...(route && { "http.route": route }),
    };
    const { traceId, spanId } = document;
    add({ name: "browser.web_vital", atMs: timeOf(metric), traceId, spanId, attributes });
  };
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(report);
}

/**
 * When it happened, in milliseconds since 1970: most vitals are told only when the page is left. What never happened,
 * a shift of layout for instance, did not from the page's beginning on.
 */
export function timeOf({ name, value, entries, navigationType }: Metric): number {
  if (navigationType === "back-forward-cache") return now();
  return epochMs(name === "TTFB" ? value : (entries.at(-1)?.startTime ?? 0));
}
