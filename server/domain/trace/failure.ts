import type { Attributes, Span } from "./span.ts";
import { statusOf } from "./status.ts";

/** An exception that a span recorded. */
type SpanException = { type?: string; message?: string; stack?: string; atNs: bigint };

/** Whether the span failed: by its status, otherwise by its HTTP status. */
export function isFailed({ status, kind, attributes }: Span): boolean {
  return statusOf(status, kind, httpStatus(attributes)) === "error";
}

/** The response's status, if the span has it. */
export function httpStatus(attributes: Attributes): number | undefined {
  const status = Number(attributes["http.response.status_code"] ?? undefined);
  return Number.isInteger(status) ? status : undefined;
}

/** Exceptions among the span's events, as sent. Newer conventions prefix `exception`. */
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
