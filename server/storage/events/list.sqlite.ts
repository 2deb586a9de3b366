import type { EventFilter, EventSummary } from "#server/storage/events/event-store.ts";
import type { Page } from "#server/storage/store.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { daysOf, opened } from "./days.sqlite.ts";
import { tagPieces } from "#server/storage/events/event-tags.ts";
import type { Position, SummaryRow } from "#server/storage/events/row.ts";
import { beginning, pageOf, startOf } from "./position.ts";

/**
 * Maximum number of events read per page, with any filter. A rare tag among a million events
 * returns a short page with a cursor instead of taking long. Measured: 1–2 µs per event.
 */
const stepsPerPage = 20_000;
const stepsAtOnce = 2_000;

/** Newest first, from the cursor on. */
export function eventList(
  files: DayFiles,
  filter: EventFilter,
  lastId: number,
): Page<EventSummary> {
  const walk: Walk = { rows: [], stepsLeft: stepsPerPage, at: startOf(filter.cursor), lastId };
  const from = dayOf(Math.min(walk.at.received_at, filter.issue.lastSeen));
  const first = dayOf(filter.since ?? 0);
  const days = daysOf(files, filter.issue).filter((day) => day >= first && day <= from);
  for (const file of opened(files, days)) if (!walkDay(walk, file, filter)) break;
  return pageOf(walk.rows, filter.limit, walk.stoppedAt);
}

type Walk = {
  rows: SummaryRow[];
  stepsLeft: number;
  at: Position;
  lastId: number;
  /** Set if the limit was reached before the page was full. */
  stoppedAt?: Position;
};

/** True if the walk continues on the previous day. */
function walkDay(walk: Walk, file: DayFile, filter: EventFilter): boolean {
  for (;;) {
    const floor = nextFloor(walk, file, filter);
    const wanted = filter.limit + 1 - walk.rows.length;
    walk.rows.push(...rowsBetween(file, filter, walk, floor ?? beginning(filter.since), wanted));
    if (walk.rows.length > filter.limit) return false;
    if (!floor) return true;
    walk.at = floor;
    walk.stepsLeft -= stepsAtOnce;
    if (walk.stepsLeft <= 0) walk.stoppedAt = floor;
    if (walk.stoppedAt) return false;
  }
}

/** Undefined if less than a stretch remains of the day or the time range. */
function nextFloor(
  { lastId, at }: Walk,
  file: DayFile,
  { issue, since = 0 }: EventFilter,
): Position | undefined {
  const floor = file.stepsBefore.get(issue.id, lastId, at.received_at, at.event_id, stepsAtOnce);
  return floor && floor.received_at >= since ? floor : undefined;
}

// From just after the current position down to and including the floor. The next stretch starts
// below it.
function rowsBetween(
  file: DayFile,
  filter: EventFilter,
  walk: Walk,
  floor: Position,
  limit: number,
): SummaryRow[] {
  const { json = null, pair = null, name = null } = filter.tag ? tagPieces(filter.tag) : {};
  const range = [walk.at.received_at, walk.at.event_id, floor.received_at, floor.event_id] as const;
  return file.list.all(
    filter.issue.id,
    walk.lastId,
    ...range,
    json,
    pair,
    name,
    filter.environment ?? null,
    limit,
  );
}
