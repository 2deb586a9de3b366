import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { IncomingMessage, ServerResponse } from "node:http";
import { now } from "./clock.ts";
import { asRequestSpan } from "./traceparent.ts";

export { currentTraceId } from "./traceparent.ts";

/**
 * One SERVER span for a request, from its first byte to its last, continuing the caller's trace when it sent
 * `traceparent`. Names and attributes are the HTTP semantic conventions'; who routes the request names it later. The
 * query is left out: it may hold what nobody should store. Takes Node's own request or Express's.
 */
export function withHttpSpan(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  // A host with an SDK of its own has a span for this request already.
  const around = context.active();
  const parent = trace.getSpan(around) ? around : propagation.extract(around, request.headers);
  const { method = "GET" } = request;
  const options = { kind: SpanKind.SERVER, startTime: now(), attributes: attributesOf(request) };
  const span = trace.getTracer("spoor.http").startSpan(method, options, parent);
  response.once("close", () => endWithStatus(span, response.statusCode));
  context.with(asRequestSpan(parent, span), next);
}

/** Ends a SERVER span: 5xx is an error of the server's, 4xx is the caller's. */
export function endWithStatus(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", String(status));
  span.end(now());
}

function attributesOf(request: IncomingMessage & { protocol?: string }): Attributes {
  const { method = "GET", url = "/", headers, httpVersion } = request;
  return {
    "http.request.method": method,
    "url.path": url.split("?", 1)[0]!,
    // Express knows what a trusted proxy said.
    "url.scheme": request.protocol ?? "http",
    "network.protocol.version": httpVersion,
    ...(headers["user-agent"] && { "user_agent.original": headers["user-agent"] }),
  };
}
