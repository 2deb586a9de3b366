import {
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Span,
  trace,
} from "@opentelemetry/api";

/** The request's root span, also inside loaders and middleware. */
const requestSpanKey = createContextKey("spoor.request-span");

/** A context in which `span` is the active span and the request's span. */
export function asRequestSpan(parent: Context, span: Span): Context {
  return trace.setSpan(parent, span).setValue(requestSpanKey, span);
}

/** The current request's span; undefined outside a request. */
export function currentRequestSpan(): Span | undefined {
  return context.active().getValue(requestSpanKey) as Span | undefined;
}

/**
 * The current request as a W3C `traceparent`: `00-<32 hex>-<16 hex>-01`. A document contains it in
 * `<meta name="traceparent">` and in `Server-Timing`, so that the browser continues the trace.
 * Undefined outside a request.
 */
export function currentTraceparent(): string | undefined {
  const span = (currentRequestSpan() ?? trace.getActiveSpan())?.spanContext();
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
}

/**
 * The value of a `Server-Timing` header with which the browser half continues the trace; undefined
 * outside a request.
 */
export function traceparentTiming(): string | undefined {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? undefined : `traceparent;desc="${traceparent}"`;
}

/** 32 hex digits of the current trace, or all zeros outside a trace. */
export function currentTraceId(): string {
  return trace.getActiveSpan()?.spanContext().traceId ?? "0".repeat(32);
}
