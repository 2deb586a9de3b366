import type { Json } from "#server/domain/json.ts";
import type { SpanKind, SpanStatus } from "#server/domain/trace/span.ts";

type SentryStatus = { status: SpanStatus; statusMessage?: string };

/**
 * Statuses of a bad request: the client's failure, not the server's (OpenTelemetry's semantic
 * conventions for HTTP spans).
 */
const clientsFault = new Set([
  "invalid_argument",
  "failed_precondition",
  "out_of_range",
  "unauthenticated",
  "permission_denied",
  "not_found",
  "already_exists",
  "aborted",
  "resource_exhausted",
]);

/** Sentry's failure rate also excludes these. */
const neither = new Set(["", "unset", "cancelled", "unknown", "unknown_error"]);

/** A status of Sentry; in the newer format, `error` has a separate detail. */
export function readStatus(
  value: Json | undefined,
  word: Json | undefined,
  kind: SpanKind,
): SentryStatus {
  const said = typeof value === "string" ? value : "";
  if (said === "ok") return { status: "ok" };
  const reason = said === "error" && typeof word === "string" ? word : said;
  const statusMessage =
    reason === "" || reason === "error" || reason === "unset" ? {} : { statusMessage: reason };
  const isFailure = !neither.has(reason) && !(kind === "server" && clientsFault.has(reason));
  return { status: isFailure ? "error" : "unset", ...statusMessage };
}
