import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { isKept, keptWholePerMinute } from "#server/domain/issue/thinning.ts";
import type { DigestEvent } from "./digest-event.ts";
import { createRecentEvents, type RecentEvents } from "./recent-events.ts";

/** How many events each issue had of late, for as long as the queue is behind; what was thinned out of them. */
export type Crowds = {
  /** For one batch. Nothing of it is remembered unless the batch is stored: it may come again. */
  open(): CrowdBatch;
  /** Whether an event was counted and not kept: one that is sent again is a repetition all the same. */
  hasThinned: RecentEvents["has"];
  /** How many issues it remembers. */
  size(): number;
};

export type CrowdBatch = {
  /** Whether the event is kept; asked once an event, in their order. */
  keeps(issue: Issue, event: DigestEvent, asked: { isLast: boolean; isReferredTo: boolean }): boolean;
  thinned(): DigestEvent[];
  remember(): void;
};

/** A minute of one issue. `seen` begins with the first event that might be left out: to what came before it nothing is rare. */
type Crowd = { minute: number; count: number; seen: Set<string> };

const minuteMs = 60_000;
/** Beyond so many values a crowd's new ones are nothing special any more: request ids, for one. */
const seenMost = 1_000;
const thinnedMost = 100_000;
const crowdsMost = 10_000;

export function createCrowds(): Crowds {
  let crowds = new Map<IssueId, Crowd>();
  let begunAt = 0;
  const recent = createRecentEvents(thinnedMost);

  /** A minute that is over says nothing of the next, and may hold a thousand values of an issue. */
  function forgetOver(minute: number): void {
    if (minute <= begunAt) return;
    begunAt = minute;
    for (const [id, crowd] of crowds) if (crowd.minute < minute - 1) crowds.delete(id);
  }

  function open(): CrowdBatch {
    const touched = new Map<IssueId, Crowd>();
    const thinned: DigestEvent[] = [];

    function crowdOf(id: IssueId, minute: number): Crowd {
      const known = touched.get(id) ?? copyOf(crowds.get(id));
      const crowd = known && known.minute >= minute ? known : { minute, count: 0, seen: new Set<string>() };
      touched.set(id, crowd);
      return crowd;
    }

    return {
      keeps(issue, event, asked) {
        const crowd = crowdOf(issue.id, Math.floor(event.receivedAt / minuteMs));
        crowd.count += 1;
        if (crowd.count <= keptWholePerMinute) return true;
        const kept = isKept({ ...asked, nth: crowd.count, isRare: seeRare(crowd.seen, event) });
        if (!kept) thinned.push(event);
        return kept;
      },
      thinned: () => thinned,
      remember() {
        if (crowds.size > crowdsMost) crowds = new Map();
        for (const [id, crowd] of touched) crowds.set(id, crowd);
        forgetOver(newestMinute(touched));
        thinned.forEach(recent.add);
      },
    };
  }

  return { open, hasThinned: recent.has, size: () => crowds.size };
}

const newestMinute = (touched: Map<IssueId, Crowd>): number =>
  touched.values().reduce((newest, { minute }) => Math.max(newest, minute), 0);

const copyOf = (crowd: Crowd | undefined): Crowd | undefined => crowd && { ...crowd, seen: new Set(crowd.seen) };

/** Whether there is something new about an event; the values of it are known from then on. */
function seeRare(seen: Set<string>, { tags, user = "", release = "", environment = "" }: DigestEvent): boolean {
  let isRare = false;
  const see = (value: string) => {
    if (seen.size >= seenMost || seen.has(value)) return;
    seen.add(value);
    isRare = true;
  };
  for (const [key, value] of tags) see(`${key}\n${value}`);
  for (const value of [`user ${user}`, `release ${release}`, `environment ${environment}`]) see(value);
  return isRare;
}
