import type { Problem, ProblemCode } from "./problem.ts";

const statuses: Record<ProblemCode, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "wrong-method": 405,
  conflict: 409,
  "too-large": 413,
  unsupported: 415,
  invalid: 422,
  limited: 429,
  unavailable: 503,
};

/** The only mapping of expected outcomes to status codes, for pages and machines. */
export function statusOf({ problem }: Pick<Problem, "problem">): number {
  return statuses[problem];
}

/** The code of a refusal of which only the status is known. */
export function codeOf(status: number): ProblemCode {
  const codes = Object.keys(statuses) as ProblemCode[];
  return codes.find((code) => statuses[code] === status) ?? "malformed";
}
