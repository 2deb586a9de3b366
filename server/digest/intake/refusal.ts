import { internalError, problemBody, type Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Reply } from "#server/ingest/request.ts";

/**
 * Why a request that could be kept is not: what outcomes and `/metrics` count, and what its sender
 * reads.
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

/** How to say it to this client: an OTLP exporter is answered in its own encoding. */
type RefuseAs = (problem: Problem) => Reply;

/**
 * What is answered when nothing more can be kept (SPEC section 8). What was accepted before stays
 * safe.
 */
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

/** A bug of ours: logged by the caller, and nothing of it told. */
export function replyOfBug(): Reply {
  const body = internalError("This request could not be processed. The error was logged.");
  return {
    status: 500,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/**
 * No category: everything is refused (PROTOCOL A.9). SDKs look at it on any status, at
 * `Retry-After` on 429 alone.
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
