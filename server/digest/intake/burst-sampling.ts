import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { isKept, keptWholePerMinute } from "#server/domain/issue/thinning.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import { createRecentEvents, type RecentEvents } from "#server/digest/events/recent-events.ts";

/**
 * How many events each issue had of late, for as long as the queue is behind; what was thinned out
 * of them.
 */
export type BurstSampling = {
  /** For one batch. Nothing of it is remembered unless the batch is stored: it may come again. */
  open(): BurstBatch;
  /**
   * Whether an event was counted and not kept: one that is sent again is a repetition all the same.
   */
  hasThinned: RecentEvents["has"];
  /** How many issues it remembers. */
  size(): number;
};

export type BurstBatch = {
  /** Whether the event is kept; asked once an event, in their order. */
  keeps(
    issue: Issue,
    event: DigestEvent,
    asked: { isLast: boolean; isReferredTo: boolean },
  ): boolean;
  thinned(): DigestEvent[];
  remember(): void;
};

/**
 * A minute of one issue. `seen` begins with the first event that might be left out: to what came
 * before it nothing is rare.
 */
type Burst = { minute: number; count: number; seen: Set<string> };

const minuteMs = 60_000;
/** Beyond so many values in a burst, new ones say nothing: request IDs, for example. */
const seenMost = 1_000;
const thinnedMost = 100_000;
const burstsMost = 10_000;

export function createBurstSampling(): BurstSampling {
  let bursts = new Map<IssueId, Burst>();
  let begunAt = 0;
  const recent = createRecentEvents(thinnedMost);

  /** A minute that is over says nothing of the next, and may hold a thousand values of an issue. */
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

/** Whether there is something new about an event; the values of it are known from then on. */
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
