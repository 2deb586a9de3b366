import {
  idBytes,
  idText,
  type Position,
  type SummaryRow,
  summaryOf,
} from "#server/storage/events/row.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type { EventFilter, EventSummary } from "#server/storage/events/event-store.ts";
import type { Page } from "#server/storage/store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { dayOf } from "#server/storage/postgres/days.ts";
import { summaryColumns } from "./bodies.postgres.ts";
import { daysOf, earlier, later } from "./days.postgres.ts";

/**
 * Maximum number of events read per page with a filter that may skip most of them. A rare tag among
 * a million events returns a short page with a cursor instead of taking long.
 */
const stepsPerPage = 20_000;

const beginning = (since = 0): Position => ({ received_at: since, event_id: new Uint8Array() });
const end: Position = { received_at: Number.MAX_SAFE_INTEGER, event_id: new Uint8Array() };

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

/** Without a full page, the next one starts below the floor, which was read itself. */
function pageOf(rows: SummaryRow[], limit: number, floor?: Position): Page<EventSummary> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : floor;
  return { rows: shown.map(summaryOf), ...(last && { next: cursorAt(last) }) };
}

function startOf(cursor: string | undefined): Position {
  const [receivedAt, eventId] = decodeCursor<[number, string]>(cursor, ["integer", "string"]) ?? [];
  if (receivedAt === undefined || !/^[0-9a-f]{32}$/.test(eventId!)) return end;
  return { received_at: receivedAt, event_id: idBytes(eventId as EventSummary["eventId"]) };
}

const cursorAt = (row: Position) => encodeCursor([row.received_at, idText(row.event_id)]);
