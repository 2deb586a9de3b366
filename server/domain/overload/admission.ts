/** Queue data used to decide on more requests. */
type Backlog = {
  /** Waiting time of the oldest request. */
  oldestMs: number;
  /**
   * Expected time until the queue is drained at the observed rate; Infinity if it doesn't drain.
   */
  aheadMs: number;
  /** Queued bytes on disk, of all projects and of the requesting one. */
  bytes: number;
  heldBytes: number;
  /** Number of projects that sent data in the last minute, including the requesting one. */
  senders: number;
};

/** Above either one, the queue is full. */
export type Bounds = { oldestMs: number; bytes: number };

export type Admission = "accept" | "over its share" | "full";

/**
 * Whether a project's next request may be queued. The queue is first in, first out, so every
 * project waits for its age. Above the age limit, only projects with less than half of an equal
 * share are admitted. Together, they hold less than half, so that one project's flood excludes no
 * other, and many small ones can't grow the queue forever. Above the byte limit, nothing is
 * accepted. Age lags: after a flood, the little that is left doesn't count as a queue.
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

/**
 * Whether a new request would wait longer than the limit, and not only for a nearly drained queue.
 */
export const isLate = (
  { oldestMs, aheadMs }: Pick<Backlog, "oldestMs" | "aheadMs">,
  bounds: Bounds,
): boolean => oldestMs >= bounds.oldestMs && aheadMs >= bounds.oldestMs / 2;

const longestWaitS = 300;

/**
 * Seconds until a request is admitted again, at the observed drain rate (bytes per millisecond, 0
 * if it doesn't drain): when it would wait no longer than the limit.
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
