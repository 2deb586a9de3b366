import type { IssueSpan } from "#server/storage/events/event-store.ts";
import { type Day, dayOf } from "#server/storage/postgres/days.ts";

/**
 * First and last day on which an issue can have events: its span and the partitions use event
 * times.
 */
export const daysOf = (issue: IssueSpan): [first: Day, last: Day] => [
  dayOf(issue.firstSeen),
  dayOf(issue.lastSeen),
];

/** Before and after every day with telemetry. */
export const [firstDay, lastDay]: readonly [Day, Day] = ["0001-01-01", "9999-12-31"];

/** The earlier of two days. */
export const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
/** The later of two days. */
export const later = (a: Day, b: Day): Day => (a > b ? a : b);
