import type { Attributes, Span } from "./span.ts";
import { statusOf } from "./status.ts";

/** An exception that a span recorded. */
type SpanException = { type?: string; message?: string; stack?: string; atNs: bigint };

/**
 * Whether the span counts as failed: its own word, or that of its HTTP status where it has none.
 */
export function isFailed({ status, kind, attributes }: Span): boolean {
  return statusOf(status, kind, httpStatus(attributes)) === "error";
}

/** The response's status, where the span tells it. */
export function httpStatus(attributes: Attributes): number | undefined {
  const status = Number(attributes["http.response.status_code"] ?? undefined);
  return Number.isInteger(status) ? status : undefined;
}

/**
 * The exceptions among the span's events, as they came. Newer conventions put a word before
 * `exception`.
 */
export function exceptionsOf({ events }: Span): SpanException[] {
  return events
    .filter(({ name }) => name === "exception" || name.endsWith(".exception"))
    .map(({ attributes, atNs }) => ({
      ...given("type", attributes["exception.type"]),
      ...given("message", attributes["exception.message"]),
      ...given("stack", attributes["exception.stacktrace"]),
      atNs,
    }));
}

const given = <Key extends string>(key: Key, value: unknown): { [K in Key]?: string } =>
  (typeof value === "string" && value !== "" ? { [key]: value } : {}) as { [K in Key]?: string };
