import { internalError, problemBody, type Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Reply } from "#server/ingest/request.ts";

/**
 * Why an acceptable request is refused: counted in outcomes and `/metrics`, and sent to the client.
 */
export type RefusalReason =
  | "the queue is full"
  | "more than its share"
  | "can't write to disk"
  | "the database cannot be read"
  | "too many requests at once"
  | "the ingest worker is restarting"
  | "this thread serves pages";

export type Refusal = { reason: RefusalReason; retryAfterS: number };

/** Encodes the response for this client: an OTLP exporter gets its own encoding. */
type RefuseAs = (problem: Problem) => Reply;

/** The response when no request can be accepted. Accepted data stays safe. */
export function refuseWith(refusal: Refusal, refuseAs: RefuseAs = inJson): Reply {
  const { status, headers, body } = refuseAs(problemOf(refusal));
  return { status, headers: { ...headers, "x-sentry-rate-limits": rateLimitOf(refusal) }, body };
}

const inJson: RefuseAs = (problem) => ({
  status: statusOf(problem),
  headers: {
    "content-type": "application/json",
    "retry-after": String(problem.retryAfterS),
    "x-sentry-error": problem.causes![0]!,
  },
  body: JSON.stringify(problemBody(problem)),
});

/** For a bug in Spoor: logged by the caller, and not described to the client. */
export function replyOfBug(): Reply {
  const body = internalError("This request could not be processed. The error was logged.");
  return {
    status: 500,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/**
 * No category: everything is refused (Sentry's developer docs, Rate Limiting). SDKs read this
 * header on any status, but `Retry-After` only on 429.
 */
function rateLimitOf({ reason, retryAfterS }: Refusal): string {
  const scope = reason === "more than its share" ? "project" : "organization";
  return `${retryAfterS}::${scope}:${reason.replaceAll(" ", "_")}`;
}

function problemOf({ reason, retryAfterS }: Refusal): Problem {
  const ofProject = reason === "more than its share";
  const why = ofProject ? "this project exceeds its share of storage throughput" : reason;
  return {
    problem: ofProject ? "limited" : "unavailable",
    detail: `New events are rejected: ${why}. Accepted events are safe. Try again later.`,
    causes: [reason],
    retryAfterS,
  };
}
