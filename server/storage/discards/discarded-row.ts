import type { IssueId } from "#server/domain/ids.ts";
import type { Discarded } from "./discard-store.ts";

/** A deleted issue, its discarded fingerprints together; `name` is who did it. */
export type DiscardedRow = {
  issue_id: number;
  short_id: string;
  title: string;
  at: number;
  name: string | null;
  fingerprints: number;
  dropped: number;
  last_dropped_at: number | null;
};

export function discardedOf(row: DiscardedRow): Discarded {
  const { title, at, fingerprints, dropped } = row;
  return {
    ...{ title, at, fingerprints, dropped, issueId: row.issue_id as IssueId, shortId: row.short_id },
    ...(row.name !== null && { byName: row.name }),
    ...(row.last_dropped_at !== null && { lastDroppedAt: row.last_dropped_at }),
  };
}
