import type { EventId, FingerprintHash, IssueId } from "#server/domain/ids.ts";

/** What rules would have done with one event. */
export type TriedEvent = {
  eventId: EventId;
  title: string;
  issueId: IssueId;
  /** Its issue: the one with the fingerprint, otherwise a new one. Absent: unchanged. */
  to?: { hash: FingerprintHash; issueId?: IssueId; rule?: string };
  /** Its title, if different. */
  titled?: string;
};

/** What rules would have done with events, newest first, back to `since`. */
export type RuleTrial = {
  events: number;
  /** Milliseconds since 1970: start of the checked period. */
  since: number;
  /** False: the week has more events than were checked. */
  isWhole: boolean;
  moves: TriedMove[];
  titles: { issueId: IssueId; before: string; after: string; events: number }[];
};

/**
 * Events of several issues that one fingerprint would merge, or some of an issue's events that it
 * would take out.
 */
export type TriedMove = {
  to: { hash: FingerprintHash; issueId?: IssueId };
  /** Absent: no rule keeps them where an earlier rule put them. */
  rule?: string;
  events: number;
  example: { eventId: EventId; title: string };
  /** Number of the issue's checked events that would move; `of` minus `events` would stay. */
  from: { issueId: IssueId; events: number; of: number }[];
};

export function sumUpTrial(
  tried: readonly TriedEvent[],
): Pick<RuleTrial, "events" | "moves" | "titles"> {
  const ofIssue = new Map<IssueId, number>();
  for (const { issueId } of tried) ofIssue.set(issueId, (ofIssue.get(issueId) ?? 0) + 1);
  const targets = Map.groupBy(
    tried.filter(({ to }) => to),
    ({ to }) => to!.hash,
  );
  const moves = [...targets.values()].map((events) => moveOf(events, ofIssue));
  return {
    events: tried.length,
    moves: moves.toSorted((a, b) => b.events - a.events),
    titles: titlesOf(tried),
  };
}

function moveOf(events: TriedEvent[], ofIssue: Map<IssueId, number>): TriedMove {
  const [{ eventId, title, to }] = events as [TriedEvent];
  const { rule, ...target } = to!;
  const from = [...Map.groupBy(events, ({ issueId }) => issueId)].map(([issueId, some]) => ({
    issueId,
    events: some.length,
    of: ofIssue.get(issueId)!,
  }));
  return {
    to: target,
    events: events.length,
    example: { eventId, title },
    ...(rule !== undefined && { rule }),
    from: from.toSorted((a, b) => b.events - a.events),
  };
}

function titlesOf(tried: readonly TriedEvent[]): RuleTrial["titles"] {
  const renamed = tried.filter(({ titled }) => titled !== undefined);
  const groups = Map.groupBy(renamed, ({ issueId, titled }) => `${issueId} ${titled}`);
  return [...groups.values()]
    .map((some) => {
      const [{ issueId, title, titled }] = some as [TriedEvent];
      return { issueId, before: title, after: titled!, events: some.length };
    })
    .toSorted((a, b) => b.events - a.events);
}
