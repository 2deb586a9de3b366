import { problemBody, type Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Reply } from "./request.ts";

/** The single format of refusals, and the header in which SDKs look for the message. */
export function refuse(problem: Problem): Reply {
  const headers: Reply["headers"] = {
    "content-type": "application/json",
    "x-sentry-error": headerText(problem.detail),
  };
  if (problem.retryAfterS !== undefined) headers["retry-after"] = String(problem.retryAfterS);
  const body = JSON.stringify(problemBody(problem));
  return { status: statusOf(problem), headers, body };
}

export function jsonReply(value: unknown): Reply {
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  };
}

// A message may quote the client, and a header must be one line of ASCII.
const headerText = (text: string) => text.replace(/[^\x20-\x7e]+/g, "?").slice(0, 500);
