import type { DiskCause } from "./trouble.ts";

/**
 * The disk or database state in an error, or its cause, of the file system or PostgreSQL (`code`)
 * or SQLite (`errcode`, its result codes).
 */
export function diskCauseOf(error: unknown): DiskCause | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, errcode, cause } = error as { code?: unknown; errcode?: unknown; cause?: unknown };
  if (typeof errcode === "number") return byResultCode.get(errcode & 0xff);
  return (typeof code === "string" ? byErrorCode.get(code) : undefined) ?? diskCauseOf(cause);
}

/** Whether a cluster node with the requested data doesn't respond; others may. */
export const isNodeAway = (error: unknown): boolean => diskCauseOf(error) === "node-away";

const byErrorCode = new Map<string, DiskCause>([
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EFBIG", "full"],
  ["EROFS", "read-only"],
  ["EACCES", "read-only"],
  ["EPERM", "read-only"],
  ["EIO", "failing"],
  ["EMFILE", "exhausted"],
  ["ENFILE", "exhausted"],
  ["EAGAIN", "exhausted"],
  ["ENOMEM", "exhausted"],
  ["ENOBUFS", "exhausted"],
  // A thread that could not be started. A thread that used up its own heap is different: its work
  // is the cause.
  ["ERR_WORKER_INIT_FAILED", "exhausted"],
  // Storage's code for an unreachable database server, also at the end of a transaction.
  ["database-away", "away"],
  ["database-node-away", "node-away"],
  ["database-read-only", "away"],
  ["database-without-tls", "away"],
  ["commit-unknown", "away"],
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  ["53100", "full"],
  ["58030", "failing"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
  ["40001", "locked"],
  ["40P01", "locked"],
  ["55P03", "locked"],
  ["57014", "cancelled"],
]);

// https://sqlite.org/rescode.html; the lower eight bits are the primary code.
const byResultCode = new Map<number, DiskCause>([
  [5, "locked"],
  [6, "locked"],
  [7, "exhausted"],
  [8, "read-only"],
  [10, "failing"],
  [11, "damaged"],
  [13, "full"],
  [14, "failing"],
  [26, "damaged"],
]);
