/**
 * An expected outcome other than success. Returned inside the server, never thrown; a route throws
 * it as data. The codes are mapped to HTTP only in `problem-status.ts`.
 */
export type ProblemCode =
  | "malformed" // 400
  | "unauthenticated" // 401
  | "forbidden" // 403
  | "not-found" // 404
  | "wrong-method" // 405
  | "conflict" // 409
  | "too-large" // 413
  | "unsupported" // 415
  | "invalid" // 422
  | "limited" // 429
  | "unavailable"; // 503

export type Problem = {
  problem: ProblemCode;
  /** One sentence for people and machines. */
  detail: string;
  /** Causes, most specific last. */
  causes?: string[];
  /** Seconds, for `limited` and `unavailable`. */
  retryAfterS?: number;
};

/** The single format of errors for machines. */
type ProblemBody = { detail: string; code: ProblemCode | "internal"; causes: string[] };

export function problemBody({ problem, detail, causes = [] }: Problem): ProblemBody {
  return { detail, code: problem, causes };
}

/** 500: details are in the log and the trace. */
export const internalError = (detail: string): ProblemBody => ({
  detail,
  code: "internal",
  causes: [],
});

export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" && value !== null && typeof (value as Problem).problem === "string"
  );
}
