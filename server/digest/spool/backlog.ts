import type { ProjectId } from "#server/domain/ids.ts";
import {
  type Admission,
  admissionOf,
  type Bounds,
  isLate,
  retryAfterS,
} from "#server/domain/overload/admission.ts";

/**
 * Waiting requests by project and age, and the drain rate. Decides whether more are accepted. Times
 * are monotonic.
 */
export type Backlog = {
  add(projectId: ProjectId, bytes: number): void;
  /** A batch was processed in this time; 0 if it was already stored. */
  drained(requests: { projectId: ProjectId; byteLength: number }[], tookMs: number): void;
  admission(
    projectId: ProjectId,
    oldestSince: number | undefined,
  ): { admission: Admission; retryAfterS: number };
  figures(oldestSince: number | undefined): BacklogFigures;
  /**
   * Storage stopped or resumed accepting data. Time spent in an outage does not count as waiting,
   * so only the size limit applies.
   */
  stall(isStalled: boolean): void;
  /** Free bytes on the disk. */
  seeRoom(freeBytes: number): void;
};

export type BacklogFigures = {
  bytes: number;
  oldestMs: number;
  drainedPerMs: number;
  full: boolean;
};

type BacklogDeps = { bounds: Bounds; elapsed: () => number };

const senderMs = 60_000;
/** Weight of a batch against all before it: about the last ten count. */
const newestWeight = 0.1;

export function createBacklog({ bounds, elapsed }: BacklogDeps): Backlog {
  const held = new Map<ProjectId, number>();
  const sentAt = new Map<ProjectId, number>();
  let bytes = 0;
  let roomBytes = Infinity;
  let rate = { bytes: 0, ms: 0 };
  let stalled = false;
  let countsFrom = -Infinity;

  const ageMs = (since: number | undefined) =>
    since === undefined ? 0 : Math.max(0, elapsed() - since);
  /** Excludes the time in which storage accepted nothing. */
  const oldestMs = (since: number | undefined) =>
    since === undefined || stalled ? 0 : Math.max(0, elapsed() - Math.max(since, countsFrom));
  const aheadMs = () => (drainedPerMs() > 0 ? bytes / drainedPerMs() : Infinity);
  const drainedPerMs = () => (stalled || rate.ms === 0 ? 0 : rate.bytes / rate.ms);
  // The digest needs disk space, too. A spool that filled the disk could never be emptied.
  const boundsNow = (): Bounds => ({
    ...bounds,
    bytes: Math.min(bounds.bytes, (roomBytes + bytes) / 2),
  });

  function senders(): number {
    const since = elapsed() - senderMs;
    for (const [projectId, at] of sentAt) if (at < since) sentAt.delete(projectId);
    return sentAt.size;
  }

  return {
    add(projectId, byteLength) {
      bytes += byteLength;
      held.set(projectId, (held.get(projectId) ?? 0) + byteLength);
    },
    drained(requests, tookMs) {
      let gone = 0;
      for (const { projectId, byteLength } of requests) {
        gone += byteLength;
        const left = held.get(projectId)! - byteLength;
        if (left > 0) held.set(projectId, left);
        else held.delete(projectId);
      }
      bytes -= gone;
      if (tookMs === 0) return;
      rate = {
        bytes: rate.bytes * (1 - newestWeight) + gone * newestWeight,
        ms: rate.ms * (1 - newestWeight) + tookMs * newestWeight,
      };
    },
    admission(projectId, oldestSince) {
      sentAt.set(projectId, elapsed());
      const now = boundsNow();
      const age = oldestMs(oldestSince);
      if (age < now.oldestMs && bytes < now.bytes) return { admission: "accept", retryAfterS: 0 };
      const asked = {
        oldestMs: age,
        aheadMs: aheadMs(),
        bytes,
        heldBytes: held.get(projectId) ?? 0,
        senders: senders(),
      };
      return {
        admission: admissionOf(asked, now),
        retryAfterS: retryAfterS(asked, drainedPerMs(), now),
      };
    },
    figures(oldestSince) {
      const now = boundsNow();
      return {
        bytes,
        oldestMs: ageMs(oldestSince),
        drainedPerMs: drainedPerMs(),
        full:
          isLate({ oldestMs: oldestMs(oldestSince), aheadMs: aheadMs() }, now) ||
          bytes >= now.bytes,
      };
    },
    stall(isStalled) {
      if (stalled && !isStalled) countsFrom = elapsed();
      stalled = isStalled;
    },
    seeRoom(freeBytes) {
      roomBytes = freeBytes;
    },
  };
}
