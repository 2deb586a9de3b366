import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * One SERVER span for a request, from its first byte to its last, continuing the caller's trace when it sent
 * `traceparent`. Names and attributes are the HTTP semantic conventions'; who routes the request later calls
 * `nameRequest`.
 */
export function withHttpSpan(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const parent = propagation.extract(context.active(), request.headers);
  const span = startSpan(request, parent);
  response.once("close", () => finish(span, response));
  context.with(trace.setSpan(parent, span), next);
}

/** 32 hex digits of the trace that is being recorded, or all zeros outside any. */
export function currentTraceId(): string {
  return trace.getActiveSpan()?.spanContext().traceId ?? "0".repeat(32);
}

function startSpan(request: IncomingMessage, parent: Context): Span {
  const method = request.method ?? "GET";
  const path = (request.url ?? "/").split("?", 1)[0]!;
  const attributes = { "http.request.method": method, "url.path": path, "url.scheme": "http" };
  return trace.getTracer("spoor").startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
}

function finish(span: Span, response: ServerResponse): void {
  span.setAttribute("http.response.status_code", response.statusCode);
  if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
