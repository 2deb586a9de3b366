import type { SpanKind, SpanStatus } from "./span.ts";

/**
 * A span's status in lists. If the sender left it unset, an HTTP status of 500 and above on a
 * server and of 400 and above on a client is a failure (OpenTelemetry's semantic conventions for
 * HTTP spans).
 */
export function statusOf(
  said: SpanStatus,
  kind: SpanKind,
  httpStatus: number | undefined,
): SpanStatus {
  if (said !== "unset" || httpStatus === undefined) return said;
  const failsFrom = kind === "server" ? 500 : kind === "client" ? 400 : Infinity;
  return httpStatus >= failsFrom ? "error" : "unset";
}
