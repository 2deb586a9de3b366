import type { Problem, ProblemCode } from "#server/domain/problem.ts";

/** What a page answers with when a command refused its form (SPEC section 8). */
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

export function statusOf({ problem }: Problem): number {
  return statuses[problem];
}
