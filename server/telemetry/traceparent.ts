import {
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Span,
  trace,
} from "@opentelemetry/api";

/** The span of the whole request, however deep in loaders and middleware one stands. */
const requestSpanKey = createContextKey("spoor.request-span");

/** A context in which `span` is the active one and the request's. */
export function asRequestSpan(parent: Context, span: Span): Context {
  return trace.setSpan(parent, span).setValue(requestSpanKey, span);
}

/** The span of the request that is being answered; undefined outside any. */
export function currentRequestSpan(): Span | undefined {
  return context.active().getValue(requestSpanKey) as Span | undefined;
}

/**
 * The request that is being answered, as a W3C `traceparent`: `00-<32 hex>-<16 hex>-01`. A document
 * names it in `<meta name="traceparent">` and in `Server-Timing`, for the browser to continue from.
 * Undefined outside any request.
 */
export function currentTraceparent(): string | undefined {
  const span = (currentRequestSpan() ?? trace.getActiveSpan())?.spanContext();
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
}

/**
 * The value of a `Server-Timing` header that tells the browser's half where to continue; undefined
 * outside any request.
 */
export function traceparentTiming(): string | undefined {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? undefined : `traceparent;desc="${traceparent}"`;
}

/** 32 hex digits of the trace that is being recorded, or all zeros outside any. */
export function currentTraceId(): string {
  return trace.getActiveSpan()?.spanContext().traceId ?? "0".repeat(32);
}
