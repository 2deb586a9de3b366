import { type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { now } from "./clock.ts";
import { withoutAddressValues } from "./hidden-values.ts";

/** Errors already recorded on a span: a loader's error also reaches `handleError`. */
const recorded = new WeakSet<Error>();

/**
 * Marks the span as failed and records the exception, once even if it is thrown through several
 * layers.
 */
export function recordFailure(span: Span, error: Error): void {
  // The visitor left the page: not a failure.
  if (error.name === "AbortError") return;
  const message = withoutAddressValues(error.message);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
  if (recorded.has(error)) return;
  recorded.add(error);
  // Not `recordException`: it prefers `error.code` to the type, which would split one error into
  // two issues.
  const attributes = {
    "exception.type": error.name,
    "exception.message": message,
    ...(error.stack && { "exception.stacktrace": withoutAddressValues(error.stack) }),
  };
  span.addEvent("exception", attributes, now());
}

/**
 * For `handleError`: rendering errors, which no loader or action threw. Ignores non-`Error` values
 * and errors that a span has already recorded.
 */
export function recordError(error: unknown): void {
  const span = trace.getActiveSpan();
  if (span && error instanceof Error && !recorded.has(error)) recordFailure(span, error);
}
