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
  /** `route`: records only the route pattern, never the path, for addresses that contain tokens. */
  paths?: PathRule;
};

type HttpSpanHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * One SERVER span for a request, from its first byte to its last. Continues the caller's trace if
 * it sent `traceparent`. Names and attributes follow the HTTP semantic conventions; the router
 * names it later. Omits the query, which may contain secrets. Accepts Node's or Express's request.
 */
export const withHttpSpan: HttpSpanHandler = createHttpSpan();

/** `withHttpSpan` with options. */
export function createHttpSpan({ paths = "full" }: HttpSpanOptions = {}): HttpSpanHandler {
  return (request, response, next) => {
    if (isRouteDiscovery(request.url)) return next();
    // A host with its own SDK has already started a span for this request.
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
 * React Router's lazy route discovery, its default: the browser requests the routes behind a page's
 * links. No visitor waits for it.
 */
export const isRouteDiscovery = (url = ""): boolean =>
  url.split("?", 1)[0]!.endsWith("/__manifest");

/** Names the current request by its route, for responses that don't come from React Router. */
export function nameRequest(method: string, route: string): void {
  currentRequestSpan()
    ?.updateName(`${method} ${route}`)
    .setAttributes({ "http.route": route, "url.path": route });
}

/** Ends a SERVER span: 5xx is a server error, 4xx the client's. */
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
    // Express evaluates headers of trusted proxies.
    "url.scheme": request.protocol ?? "http",
    "network.protocol.version": httpVersion,
    ...(headers["user-agent"] && { "user_agent.original": headers["user-agent"] }),
  };
}
