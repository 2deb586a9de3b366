import { boundsOfCount } from "#server/domain/search/issue-query-count.ts";
import { type Bounds, boundsOfTime, narrow } from "#server/domain/search/issue-query-moment.ts";
import type { IssueFilter, IssueSort } from "#server/storage/issues/issue-store.ts";

/** Columns compared by a sort; each has an index. */
export const sortColumns = {
  "last-seen": "last_seen",
  "first-seen": "first_seen",
  events: "event_count",
  users: "user_count",
} as const satisfies Record<IssueSort, string>;

export type SortColumn = (typeof sortColumns)[IssueSort];
export type ColumnBounds = Record<SortColumn, Bounds>;

/** The filter's bounds of each column, with relative times resolved at `now`. */
export function columnBounds({ query, since, until }: IssueFilter, now: number): ColumnBounds {
  const bounds = {
    last_seen: boundsOfTime(query, "last-seen", now),
    first_seen: boundsOfTime(query, "first-seen", now),
    event_count: boundsOfCount(query, "times-seen"),
    user_count: boundsOfCount(query, "users"),
  };
  if (since !== undefined) narrow(bounds.last_seen, { atLeast: since });
  if (until !== undefined) narrow(bounds.first_seen, { atMost: until });
  return bounds;
}
