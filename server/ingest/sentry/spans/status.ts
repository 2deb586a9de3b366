import type { Json } from "#server/domain/json.ts";
import type { SpanKind, SpanStatus } from "#server/domain/trace/span.ts";

type SentryStatus = { status: SpanStatus; statusMessage?: string };

/**
 * What a server answers to a request that was wrong: the client's failure, not the server's
 * (PROTOCOL B.4).
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

/** Sentry's own failure rate leaves these out too. */
const neither = new Set(["", "unset", "cancelled", "unknown", "unknown_error"]);

/** A status word of Sentry; `error` comes with a word of its own in the newer form. */
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
