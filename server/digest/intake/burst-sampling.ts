import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { isKept, keptWholePerMinute } from "#server/domain/issue/thinning.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import { createRecentEvents, type RecentEvents } from "#server/digest/events/recent-events.ts";

/** Event rates per issue while the queue is behind, and the events sampled out. */
export type BurstSampling = {
  /** For one batch. Discarded unless the batch is stored, because a failed batch is tried again. */
  open(): BurstBatch;
  /** Whether an event was counted but not stored. If it is sent again, it is still a duplicate. */
  hasThinned: RecentEvents["has"];
  /** Number of issues in memory. */
  size(): number;
};

export type BurstBatch = {
  /** Whether to store the event. Called once per event, in order. */
  keeps(
    issue: Issue,
    event: DigestEvent,
    asked: { isLast: boolean; isReferredTo: boolean },
  ): boolean;
  thinned(): DigestEvent[];
  remember(): void;
};

/**
 * One minute of an issue. `seen` starts with the first event that may be dropped, because nothing
 * before it can be rare.
 */
type Burst = { minute: number; count: number; seen: Set<string> };

const minuteMs = 60_000;
/**
 * Above this many values in a burst, new values are not considered rare: for example, request IDs.
 */
const seenMost = 1_000;
const thinnedMost = 100_000;
const burstsMost = 10_000;

export function createBurstSampling(): BurstSampling {
  let bursts = new Map<IssueId, Burst>();
  let begunAt = 0;
  const recent = createRecentEvents(thinnedMost);

  /** Drops past minutes: they don't affect the next, and may hold a thousand values per issue. */
  function forgetOver(minute: number): void {
    if (minute <= begunAt) return;
    begunAt = minute;
    for (const [id, burst] of bursts) if (burst.minute < minute - 1) bursts.delete(id);
  }

  function open(): BurstBatch {
    const touched = new Map<IssueId, Burst>();
    const thinned: DigestEvent[] = [];

    function burstOf(id: IssueId, minute: number): Burst {
      const known = touched.get(id) ?? copyOf(bursts.get(id));
      const burst =
        known && known.minute >= minute ? known : { minute, count: 0, seen: new Set<string>() };
      touched.set(id, burst);
      return burst;
    }

    return {
      keeps(issue, event, asked) {
        const burst = burstOf(issue.id, Math.floor(event.receivedAt / minuteMs));
        burst.count += 1;
        if (burst.count <= keptWholePerMinute) return true;
        const kept = isKept({ ...asked, nth: burst.count, isRare: seeRare(burst.seen, event) });
        if (!kept) thinned.push(event);
        return kept;
      },
      thinned: () => thinned,
      remember() {
        if (bursts.size > burstsMost) bursts = new Map();
        for (const [id, burst] of touched) bursts.set(id, burst);
        forgetOver(newestMinute(touched));
        thinned.forEach(recent.add);
      },
    };
  }

  return { open, hasThinned: recent.has, size: () => bursts.size };
}

const newestMinute = (touched: Map<IssueId, Burst>): number =>
  touched.values().reduce((newest, { minute }) => Math.max(newest, minute), 0);

const copyOf = (burst: Burst | undefined): Burst | undefined =>
  burst && { ...burst, seen: new Set(burst.seen) };

/** Returns whether the event has a new value, and records its values. */
function seeRare(
  seen: Set<string>,
  { tags, user = "", release = "", environment = "" }: DigestEvent,
): boolean {
  let isRare = false;
  const see = (value: string) => {
    if (seen.size >= seenMost || seen.has(value)) return;
    seen.add(value);
    isRare = true;
  };
  for (const [key, value] of tags) see(`${key}\n${value}`);
  for (const value of [`user ${user}`, `release ${release}`, `environment ${environment}`])
    see(value);
  return isRare;
}
