import type { Response } from "express";
import type { Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";

/** Answers a machine: `{"detail", "causes"}` (SPEC section 8). */
export function sendProblem(response: Response, problem: Problem): void {
  const { detail, causes = [], retryAfterS } = problem;
  if (retryAfterS !== undefined) response.set("Retry-After", String(retryAfterS));
  response.status(statusOf(problem)).json({ detail, causes });
}
