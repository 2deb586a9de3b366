import type { Problem, ProblemCode } from "#server/domain/problem.ts";
import type { Reply } from "./request.ts";

// SPEC section 8. The doors answer machines only, so they need no page and no `http/`.
const statuses: Record<ProblemCode, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  unsupported: 415,
  invalid: 422,
  limited: 429,
  unavailable: 503,
};

/** The one shape of refusals, and the header in which SDKs look for its sentence. */
export function refuse(problem: Problem): Reply {
  const headers: Reply["headers"] = {
    "content-type": "application/json",
    "x-sentry-error": headerText(problem.detail),
  };
  if (problem.retryAfterS !== undefined) headers["retry-after"] = String(problem.retryAfterS);
  const body = JSON.stringify({ detail: problem.detail, causes: problem.causes ?? [] });
  return { status: statuses[problem.problem], headers, body };
}

export function jsonReply(value: unknown): Reply {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

// What a client sent may be quoted in a sentence, and a header must stay one line of ASCII.
const headerText = (text: string) => text.replace(/[^\x20-\x7e]+/g, "?").slice(0, 500);
