/** What waits to be stored, as far as letting in more depends on it. */
type Backlog = {
  /** How long the oldest request has waited. */
  oldestMs: number;
  /**
   * How long what waits now will take, at the rate at which it was seen to drain; Infinity where it
   * does not.
   */
  aheadMs: number;
  /** Bytes on disk that wait, of all projects and of the one that asks. */
  bytes: number;
  heldBytes: number;
  /** Projects that sent within the last minute, the one that asks among them. */
  senders: number;
};

/** Beyond either one the queue is full (SPEC section 8). */
export type Bounds = { oldestMs: number; bytes: number };

export type Admission = "accept" | "over its share" | "full";

/**
 * Whether a project's next request may wait with the others. The queue is first in, first out, so
 * its age is what every project waits: beyond the bound only those are let in who hold less than
 * half of an equal share of what waits. All of them together hold less than half, so that one
 * project's flood keeps no other project out, and many small ones cannot grow the queue without
 * end. Beyond the bytes nothing is accepted. Age tells of the past: once a flood is gone, what
 * little it kept waiting is no queue.
 */
export function admissionOf(
  { oldestMs, aheadMs, bytes, heldBytes, senders }: Backlog,
  bounds: Bounds,
): Admission {
  if (bytes >= bounds.bytes) return "full";
  if (!isLate({ oldestMs, aheadMs }, bounds)) return "accept";
  const share = bytes / Math.max(1, senders);
  if (heldBytes < share / 2) return "accept";
  return senders > 1 && heldBytes > share ? "over its share" : "full";
}

/** Whether a new request would wait longer than the bound, and not only for what is nearly done. */
export const isLate = (
  { oldestMs, aheadMs }: Pick<Backlog, "oldestMs" | "aheadMs">,
  bounds: Bounds,
): boolean => oldestMs >= bounds.oldestMs && aheadMs >= bounds.oldestMs / 2;

const longestWaitS = 300;

/**
 * After how many seconds a request will be let in again, by the rate at which the queue was seen to
 * drain (bytes a millisecond, 0 where it does not): once a request would wait no longer than the
 * bound.
 */
export function retryAfterS(
  { bytes }: Pick<Backlog, "bytes">,
  drainedPerMs: number,
  bounds: Bounds,
): number {
  if (drainedPerMs <= 0) return 30;
  const overBytes = Math.max(bytes - bounds.bytes, bytes - bounds.oldestMs * drainedPerMs);
  return Math.min(longestWaitS, Math.max(1, Math.ceil(overBytes / drainedPerMs / 1000)));
}
