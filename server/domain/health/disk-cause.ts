import type { DiskCause } from "./trouble.ts";

/** What an error of the file system (`code`) or of an engine (`errcode`, SQLite's result codes), or what caused it, says of the disk. */
export function diskCauseOf(error: unknown): DiskCause | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, errcode, cause } = error as { code?: unknown; errcode?: unknown; cause?: unknown };
  if (typeof errcode === "number") return byResultCode.get(errcode & 0xff);
  return (typeof code === "string" ? byErrorCode.get(code) : undefined) ?? diskCauseOf(cause);
}

const byErrorCode = new Map<string, DiskCause>([
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EFBIG", "full"],
  ["EROFS", "read-only"],
  ["EACCES", "read-only"],
  ["EPERM", "read-only"],
  ["EIO", "failing"],
]);

// https://sqlite.org/rescode.html; the lower eight bits are the primary code.
const byResultCode = new Map<number, DiskCause>([
  [5, "locked"],
  [6, "locked"],
  [8, "read-only"],
  [10, "failing"],
  [11, "damaged"],
  [13, "full"],
  [14, "failing"],
  [26, "damaged"],
]);
