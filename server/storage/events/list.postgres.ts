import type { Position, SummaryRow } from "#server/storage/events/row.ts";
import type { EventFilter, EventSummary } from "#server/storage/events/event-store.ts";
import type { Page } from "#server/storage/store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { dayOf } from "#server/storage/postgres/days.ts";
import { summaryColumns } from "./bodies.postgres.ts";
import { daysOf, earlier, later } from "./days.postgres.ts";
import { beginning, pageOf, startOf } from "./position.ts";

/**
 * Maximum number of events read per page with a filter that may skip most of them. A rare tag among
 * a million events returns a short page with a cursor instead of taking long.
 */
const stepsPerPage = 20_000;

const before = `FROM events WHERE project_id = $1 AND issue_id = $2 AND day BETWEEN $3 AND $4
  AND (received_at, event_id) < ($5, $6)`;
const newestFirst = "ORDER BY received_at DESC, event_id DESC";
const select = `SELECT ${summaryColumns} ${before} ${newestFirst} LIMIT $7`;
const selectFloor = `SELECT received_at, event_id ${before} ${newestFirst} LIMIT 1 OFFSET $7`;
// Matches a tag as its JSON text: quotes inside strings are escaped, so `["key","value"]` can only
// match that tag.
const selectMatching = `SELECT ${summaryColumns} ${before} AND (received_at, event_id) >= ($7, $8)
  AND ($9::text IS NULL OR strpos(tags, $9) > 0) AND ($10::text IS NULL OR environment = $10) ${newestFirst} LIMIT $11`;

/** Newest first, from the cursor on. */
export async function eventList(query: Query, filter: EventFilter): Promise<Page<EventSummary>> {
  const { issue, tag, environment, since, limit } = filter;
  const at = startOf(filter.cursor);
  const [firstOfIssue, last] = daysOf(issue);
  const first = later(firstOfIssue, dayOf(since ?? 0));
  const newestDay = earlier(last, dayOf(Math.min(at.received_at, issue.lastSeen)));
  const range = [issue.projectId, issue.id, first, newestDay, at.received_at, at.event_id] as const;
  const passesOver = tag !== undefined || environment !== undefined;
  if (!passesOver && since === undefined)
    return pageOf(await query<SummaryRow>(select, ...range, limit + 1), limit);
  const floor = passesOver ? await floorOf(query, range, since) : undefined;
  const { received_at, event_id } = floor ?? beginning(since);
  const piece = tag ? JSON.stringify([tag.key, tag.value]) : null;
  const asked = [received_at, event_id, piece, environment ?? null, limit + 1] as const;
  return pageOf(await query<SummaryRow>(selectMatching, ...range, ...asked), limit, floor);
}

type Range = readonly [number, number, string, string, number, Uint8Array];

/**
 * Where the page ends regardless of results; undefined if the requested time range starts later.
 */
async function floorOf(query: Query, range: Range, since = 0): Promise<Position | undefined> {
  const [floor] = await query<Position>(selectFloor, ...range, stepsPerPage);
  return floor && floor.received_at >= since ? floor : undefined;
}
