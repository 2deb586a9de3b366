import type { EventSummary } from "#server/storage/events/event-store.ts";

export const inOrder = (events: EventSummary[]): EventSummary[] =>
  events.toSorted((a, b) => a.timestamp - b.timestamp);

/** Events of a trace, plus the first of `others` of each issue that has none among them. */
export function withEachIssue(events: EventSummary[], others: EventSummary[]): EventSummary[] {
  const known = new Set(events.map(({ issueId }) => issueId));
  const missing = inOrder(others).filter(
    ({ issueId }) => !known.has(issueId) && known.add(issueId),
  );
  return inOrder([...events, ...missing]);
}
