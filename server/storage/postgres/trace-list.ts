import { dayMs } from "#server/domain/ledger.ts";
import {
  cursorAt,
  type Found,
  fullPage,
  startOf,
  summariesOf,
  type TracePosition,
} from "#server/storage/layout/trace-page.ts";
import type { TraceFilter, TraceList } from "#server/storage/trace-store.ts";
import { laneOf } from "./lanes.ts";
import { type TraceSources, walk } from "./trace-walk.ts";

/** Above every running number. */
const end = 2 ** 31;

const selectOldest = `SELECT received_at FROM traces WHERE lane = $1 AND day = $2 AND id >= $3::bigint
  ORDER BY id LIMIT 1`;

/** Newest first, from the cursor on, until the page is full or the time is over. Others have a turn between two steps. */
export async function traceList(sources: TraceSources, filter: TraceFilter): Promise<TraceList> {
  const found: Found[] = [];
  const startedAt = performance.now();
  for await (const { day, downTo, rows } of walk(sources, filter, startOf(filter.cursor, end))) {
    found.push(...rows.map((row) => ({ day, below: row.id, row })));
    if (found.length > filter.limit) return fullPage(found.slice(0, filter.limit));
    if (performance.now() - startedAt > filter.deadlineMs)
      return cutShort(sources, filter, found, { day, below: downTo });
  }
  return { rows: summariesOf(found) };
}

async function cutShort(
  { query }: TraceSources,
  filter: TraceFilter,
  found: Found[],
  at: TracePosition,
): Promise<TraceList> {
  const [oldest] = await query<{ received_at: number }>(selectOldest, laneOf(filter.projectId), at.day, at.below);
  return {
    rows: summariesOf(found),
    next: cursorAt(at),
    scannedTo: oldest?.received_at ?? Date.parse(at.day) + dayMs,
  };
}
