import type { Response } from "express";
import { problemBody, type Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";

/** Sends a problem as JSON: `{"detail", "code", "causes"}`. */
export function sendProblem(response: Response, problem: Problem): void {
  const { retryAfterS } = problem;
  if (retryAfterS !== undefined) response.set("Retry-After", String(retryAfterS));
  response.status(statusOf(problem)).json(problemBody(problem));
}
