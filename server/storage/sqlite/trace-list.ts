import { setImmediate } from "node:timers/promises";
import { dayMs } from "#server/domain/ledger.ts";
import type { TraceFilter, TraceList } from "#server/storage/trace-store.ts";
import type { Day } from "./day-file.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { rowIdsOf } from "#server/storage/layout/trace-ids.ts";
import { type ShapedTraceRow, summaryOf } from "#server/storage/layout/trace-row.ts";
import { type TraceSources, walkDay } from "./trace-walk.ts";

/** How long a search keeps the thread before others have a turn: pages must not wait for it. */
const breatheMs = 8;

/** A place in the list: what lies below this row of this day, and on earlier days, is yet to come. */
type Position = { day: Day; below: number };

/** Newest first, from the cursor on, until the page is full or the time is over. */
export async function traceList(sources: TraceSources, filter: TraceFilter): Promise<TraceList> {
  const found: (Position & { row: ShapedTraceRow })[] = [];
  const [startedAt, start] = [performance.now(), startOf(filter)];
  let breathedAt = startedAt;
  for (const day of sources.files.days().filter((each) => each <= start.day)) {
    const below = day === start.day ? start.below : rowIdsOf(filter.projectId)[1];
    for (const { row, downTo } of walkDay(sources, filter, day, below)) {
      if (row) found.push({ day, below: downTo, row });
      if (found.length > filter.limit) return fullPage(found.slice(0, filter.limit));
      const now = performance.now();
      if (now - startedAt > filter.deadlineMs) return cutShort(sources, filter, found, { day, below: downTo });
      if (now - breathedAt > breatheMs) breathedAt = await breathe();
    }
  }
  return { rows: found.map(({ row }) => summaryOf(row)) };
}

async function breathe(): Promise<number> {
  await setImmediate();
  return performance.now();
}

type Found = Position & { row: ShapedTraceRow };

const fullPage = (found: Found[]): TraceList => ({
  rows: found.map(({ row }) => summaryOf(row)),
  next: cursorAt(found.at(-1)!),
});

function cutShort({ files }: TraceSources, filter: TraceFilter, found: Found[], at: Position): TraceList {
  const oldest = files.open(at.day)?.traces.receivedFrom.get(at.below, rowIdsOf(filter.projectId)[1]);
  return {
    rows: found.map(({ row }) => summaryOf(row)),
    next: cursorAt(at),
    scannedTo: oldest?.received_at ?? Date.parse(at.day) + dayMs,
  };
}

const cursorAt = ({ day, below }: Position) => encodeCursor([day, below]);

function startOf({ cursor, projectId }: TraceFilter): Position {
  const [day, below] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? [];
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day))
    return { day: "9999-12-31", below: rowIdsOf(projectId)[1] };
  return { day, below: below! };
}
