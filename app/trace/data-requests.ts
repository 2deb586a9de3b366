import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import { now } from "./clock.ts";
import { contextOf, type Navigations, recordFailure, type TracedOperation } from "./navigations.ts";
import { pageOfDataPath } from "./operations.ts";
import { asRoute } from "./route-of.ts";
import type { ShownAddress } from "./shown-address.ts";

/**
 * Wraps `fetch` to send `traceparent` with the router's data requests: React Router 8.4 has no hook
 * for their headers. Other requests are unchanged.
 */
export function traceDataRequests(
  tracer: Tracer,
  navigations: Navigations,
  shown: ShownAddress,
): void {
  const plainFetch = fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const page = url.origin === location.origin ? pageOfDataPath(url.pathname) : undefined;
    const operation = page === undefined ? undefined : navigations.find(page);
    if (page === undefined || !operation) return plainFetch(input, init);
    operation.requested.push(url.href);
    const pattern = operation.patterns.get(page);
    const asked = { method: init?.method ?? "GET", path: url.pathname, pattern };
    const span = startRequest(tracer, contextOf(operation), asked, shown);
    const headers = new Headers(
      init?.headers ?? (input instanceof Request ? input.headers : undefined),
    );
    headers.set("traceparent", traceparentOf(span));
    const answer = plainFetch(input, { ...init, headers });
    answer.then(
      ({ status }) => endWithStatus(span, status, operation),
      (error: Error) => endWithError(span, error, shown),
    );
    return answer;
  };
}

type Asked = { method: string; path: string; pattern: string | undefined };

function startRequest(
  tracer: Tracer,
  parent: Context,
  { method, path, pattern }: Asked,
  shown: ShownAddress,
): Span {
  const route = pattern === undefined ? undefined : asRoute(pattern);
  const attributes = {
    "http.request.method": method,
    ...shown.full(path, route && `${route === "/" ? "/_" : route}.data`),
    ...(route && { "url.template": route }),
  };
  const name = route ? `${method} ${route}` : method;
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: now(), attributes }, parent);
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

function endWithStatus(span: Span, status: number, operation: TracedOperation): void {
  if (status >= 500) operation.failure ??= `The server answered ${status}.`;
  span.setAttribute("http.response.status_code", status).setStatus({ code: statusCodeOf(status) });
  span.end(now());
}

/**
 * A thrown `data(404)` is a response; receivers would count it as a client failure unless the span
 * has the status.
 */
export function statusCodeOf(status: number): SpanStatusCode {
  if (status >= 500) return SpanStatusCode.ERROR;
  return status >= 400 ? SpanStatusCode.OK : SpanStatusCode.UNSET;
}

function endWithError(span: Span, error: Error, shown: ShownAddress): void {
  recordFailure(span, error, shown);
  span.end(now());
}
