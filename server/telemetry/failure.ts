import { type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { now } from "./clock.ts";
import { withoutAddressValues } from "./hidden-values.ts";

/** What has been recorded on a span already: a loader's error reaches `handleError` as well. */
const recorded = new WeakSet<Error>();

/** Marks the span as failed and keeps the exception with it, once however often it passes by. */
export function recordFailure(span: Span, error: Error): void {
  // The visitor left: nothing failed.
  if (error.name === "AbortError") return;
  const message = withoutAddressValues(error.message);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
  if (recorded.has(error)) return;
  recorded.add(error);
  // Not `recordException`: it prefers `error.code` to the type, and one error of two sources would
  // become two.
  const attributes = {
    "exception.type": error.name,
    "exception.message": message,
    ...(error.stack && { "exception.stacktrace": withoutAddressValues(error.stack) }),
  };
  span.addEvent("exception", attributes, now());
}

/**
 * For `handleError`: errors of rendering, which no loader or action threw. What is no `Error`, and
 * what a span has already, is left out.
 */
export function recordError(error: unknown): void {
  const span = trace.getActiveSpan();
  if (span && error instanceof Error && !recorded.has(error)) recordFailure(span, error);
}
