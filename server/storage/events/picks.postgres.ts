import type { EventStore, IssueSpan, StoredEvent } from "#server/storage/events/event-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type PlacedRow, placedColumns, withBodies } from "./bodies.postgres.ts";
import { daysOf } from "./days.postgres.ts";

/**
 * The richest of this many is recommended: enough to find a good one, and cheap enough for each
 * page.
 */
const candidates = 100;

const ofIssue = `SELECT ${placedColumns}, richness FROM events WHERE project_id = $1 AND issue_id = $2 AND day BETWEEN $3 AND $4`;
const newest = `${ofIssue} ORDER BY received_at DESC, event_id DESC`;
const statements = {
  latest: `${newest} LIMIT 1`,
  oldest: `${ofIssue} ORDER BY received_at, event_id LIMIT 1`,
  recommended: `SELECT * FROM (${newest} LIMIT ${candidates}) n
    ORDER BY richness DESC, received_at DESC, event_id DESC LIMIT 1`,
};

export async function pickEvent(
  query: Query,
  issue: IssueSpan,
  which: Parameters<EventStore["pick"]>[1],
): Promise<StoredEvent | undefined> {
  const rows = await query<PlacedRow>(
    statements[which],
    issue.projectId,
    issue.id,
    ...daysOf(issue),
  );
  return (await withBodies(query, issue.projectId, rows))[0];
}
