import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { IncomingMessage, ServerResponse } from "node:http";
import { now } from "./clock.ts";
import { hidingValuesOf, type PathRule } from "./hidden-values.ts";
import { asRequestSpan, currentRequestSpan } from "./traceparent.ts";

export { currentTraceId } from "./traceparent.ts";

export type HttpSpanOptions = {
  /**
   * `route`: the path is never recorded, only the pattern of the route. For addresses that hold
   * tokens.
   */
  paths?: PathRule;
};

type HttpSpanHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * One SERVER span for a request, from its first byte to its last, continuing the caller's trace
 * when it sent `traceparent`. Names and attributes are the HTTP semantic conventions'; who routes
 * the request names it later. The query is left out: it may hold secrets. Takes Node's own request
 * or Express's.
 */
export const withHttpSpan: HttpSpanHandler = createHttpSpan();

/** `withHttpSpan` with options. */
export function createHttpSpan({ paths = "full" }: HttpSpanOptions = {}): HttpSpanHandler {
  return (request, response, next) => {
    if (isRouteDiscovery(request.url)) return next();
    // A host with an SDK of its own has a span for this request already.
    const around = context.active();
    const parent = trace.getSpan(around) ? around : propagation.extract(around, request.headers);
    const { method = "GET", url = "/" } = request;
    const attributes = {
      ...attributesOf(request),
      ...(paths === "full" && { "url.path": url.split("?", 1)[0]! }),
    };
    const options = { kind: SpanKind.SERVER, startTime: now(), attributes };
    const span = trace.getTracer("spoor.http").startSpan(method, options, parent);
    response.once("close", () => endWithStatus(span, response.statusCode));
    const within = asRequestSpan(parent, span);
    context.with(paths === "full" ? within : hidingValuesOf(within, url), next);
  };
}

/**
 * React Router's lazy route discovery, its default: the browser asks which routes are behind the
 * links of a page. No visitor waits for it.
 */
export const isRouteDiscovery = (url = ""): boolean =>
  url.split("?", 1)[0]!.endsWith("/__manifest");

/** Names the current request by its route, where the answer does not come from React Router. */
export function nameRequest(method: string, route: string): void {
  currentRequestSpan()
    ?.updateName(`${method} ${route}`)
    .setAttributes({ "http.route": route, "url.path": route });
}

/** Ends a SERVER span: 5xx is an error of the server's, 4xx is the caller's. */
export function endWithStatus(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500)
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", String(status));
  span.end(now());
}

function attributesOf(request: IncomingMessage & { protocol?: string }): Attributes {
  const { method = "GET", headers, httpVersion } = request;
  return {
    "http.request.method": method,
    // Express knows what a trusted proxy said.
    "url.scheme": request.protocol ?? "http",
    "network.protocol.version": httpVersion,
    ...(headers["user-agent"] && { "user_agent.original": headers["user-agent"] }),
  };
}
