import type { Response } from "express";
import type { Problem, ProblemCode } from "#server/domain/problem.ts";

/** The one place where an expected outcome becomes a status (SPEC section 8). */
export const statusOf: Record<ProblemCode, number> = {
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

/** Answers a machine: `{"detail", "causes"}`. */
export function sendProblem(response: Response, { problem, detail, causes = [], retryAfterS }: Problem): void {
  if (retryAfterS !== undefined) response.set("Retry-After", String(retryAfterS));
  response.status(statusOf[problem]).json({ detail, causes });
}
