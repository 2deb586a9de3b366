import { setImmediate } from "node:timers/promises";
import { dayMs } from "#server/domain/ledger.ts";
import {
  breatheMs,
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

/** Newest first, from the cursor on, until the page is full or the time is over. */
export async function traceList(sources: TraceSources, filter: TraceFilter): Promise<TraceList> {
  const found: Found[] = [];
  const startedAt = performance.now();
  let breathedAt = startedAt;
  for await (const { day, downTo, row } of walk(sources, filter, startOf(filter.cursor, end))) {
    if (row) found.push({ day, below: downTo, row });
    if (found.length > filter.limit) return fullPage(found.slice(0, filter.limit));
    const now = performance.now();
    if (now - startedAt > filter.deadlineMs) return cutShort(sources, filter, found, { day, below: downTo });
    if (now - breathedAt > breatheMs) breathedAt = await breathe();
  }
  return { rows: summariesOf(found) };
}

async function breathe(): Promise<number> {
  await setImmediate();
  return performance.now();
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
