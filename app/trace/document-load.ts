import {
  type Context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Span, Tracer } from "@opentelemetry/api";
import { epochMs } from "./clock.ts";
import { statusCodeOf } from "./data-requests.ts";
import { metaContent, traceparentMeta } from "./settings.ts";
import type { ShownAddress } from "./shown-address.ts";

/** The loaded page: its route pattern, and the part of its URL that may be recorded. */
export type LoadedPage = { route: string | undefined; shown: ShownAddress };

export type Hydration = { hydratingSince: number; hydratedAt: number };

/**
 * Records the page load: "document load" from the browser's navigation timing, which contains the
 * request and hydration. It is the child of the server's request, although it started before.
 * @returns the span; it ends with the page's load event
 */
export function recordDocumentLoad(tracer: Tracer, hydration: Hydration, page: LoadedPage): Span {
  const timing = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming;
  const span = startDocument(tracer, timing, page);
  const within = trace.setSpan(ROOT_CONTEXT, span);
  recordRequest(tracer, timing, within, page);
  recordHydration(tracer, hydration, page.route, within);
  whenLoaded(() => endDocument(span, timing));
  return span;
}

function startDocument(
  tracer: Tracer,
  timing: PerformanceNavigationTiming,
  { route, shown }: LoadedPage,
): Span {
  const server = serverContext(timing);
  // A cached document names a request of an earlier visit: related, but not its parent.
  const cached = timing.transferSize === 0;
  const parent = server && !cached ? trace.setSpanContext(ROOT_CONTEXT, server) : ROOT_CONTEXT;
  const links: Link[] = server && cached ? [{ context: server }] : [];
  const attributes = {
    "react_router.kind": "document",
    ...shown.path(location.pathname, route),
    "browser.navigation.type": timing.type,
    ...(route && { "http.route": route }),
  };
  const startTime = epochMs(activatedAt(timing));
  const span = tracer.startSpan("document load", { startTime, attributes, links }, parent);
  // The shown page is an error boundary.
  if (timing.responseStatus >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  return span;
}

function recordRequest(
  tracer: Tracer,
  timing: PerformanceNavigationTiming,
  within: Context,
  { route, shown }: LoadedPage,
): void {
  const { fetchStart, responseEnd, transferSize } = timing;
  const attributes = {
    "http.request.method": "GET",
    ...shown.full(location.pathname, route),
    "http.response.status_code": timing.responseStatus,
    "http.response.size": transferSize,
  };
  const options = { kind: SpanKind.CLIENT, startTime: epochMs(fetchStart), attributes };
  const span = tracer.startSpan("document fetch", options, within);
  span.setStatus({ code: statusCodeOf(timing.responseStatus) });
  span.addEvent("response started", epochMs(timing.responseStart));
  span.end(epochMs(responseEnd));
}

/** From the first line of `entry.client` until the root's effects ran. */
function recordHydration(
  tracer: Tracer,
  hydration: Hydration,
  route: string | undefined,
  within: Context,
): void {
  const attributes = { "react_router.kind": "hydration", ...(route && { "http.route": route }) };
  const startTime = epochMs(hydration.hydratingSince);
  tracer.startSpan("hydrate", { startTime, attributes }, within).end(epochMs(hydration.hydratedAt));
}

function endDocument(span: Span, timing: PerformanceNavigationTiming): void {
  span.addEvent("dom interactive", epochMs(timing.domInteractive));
  span.addEvent("dom content loaded", epochMs(timing.domContentLoadedEventEnd));
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  if (paint) span.addEvent("first contentful paint", epochMs(paint.startTime));
  span.end(epochMs(timing.loadEventEnd));
}

/** Start of the visit: a prerendered page is loaded before, with an earlier time origin. */
export const activatedAt = (timing: PerformanceNavigationTiming): number =>
  (timing as { activationStart?: number }).activationStart ?? 0;

/** In its own task: during the load event, its end is unknown. */
function whenLoaded(callback: () => void): void {
  if (document.readyState === "complete") setTimeout(callback);
  else addEventListener("load", () => setTimeout(callback), { once: true });
}

/** `Server-Timing` is hidden from plain HTTP pages, `<meta>` is not. */
function serverContext(timing: PerformanceNavigationTiming): SpanContext | undefined {
  const header = timing.serverTiming.find(({ name }) => name === traceparentMeta)?.description;
  return parseTraceparent(header ?? metaContent(traceparentMeta) ?? "");
}

export function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
