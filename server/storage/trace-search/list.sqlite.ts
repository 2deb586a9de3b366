import { setImmediate } from "node:timers/promises";
import { dayMs } from "#server/domain/time.ts";
import type { TraceFilter, TraceList } from "#server/storage/traces/trace-store.ts";
import { rowIdsOf } from "#server/storage/traces/ids.ts";
import {
  cursorAt,
  PageOfTraces,
  startOf,
  type TracePosition,
} from "#server/storage/trace-search/page.ts";
import { FirstTraces, type Ordered } from "#server/storage/trace-search/order.ts";
import { type TraceSources, walkDay } from "./walk.sqlite.ts";

/** How long a search keeps the thread before yielding, so that pages don't wait. */
const breatheMs = 8;

/** Newest first, from the cursor on, until the page is full or time is up. */
export async function traceList(sources: TraceSources, filter: TraceFilter): Promise<TraceList> {
  const { sort = "time" } = filter;
  if (sort !== "time") return sortedList(sources, filter, sort);
  const page = new PageOfTraces(filter);
  const [startedAt, start] = [
    performance.now(),
    startOf(filter.cursor, rowIdsOf(filter.projectId)[1]),
  ];
  let breathedAt = startedAt;
  for (const day of sources.files.days().filter((each) => each <= start.day)) {
    const below = day === start.day ? start.below : rowIdsOf(filter.projectId)[1];
    for (const { row, downTo } of walkDay(sources, filter, day, below)) {
      if (row) page.offer({ day, below: downTo, row });
      if (page.isFull) return page.full();
      const now = performance.now();
      if (now - startedAt > filter.deadlineMs)
        return cutShort(sources, filter, page, { day, below: downTo });
      if (now - breathedAt > breatheMs) breathedAt = await breathe();
    }
  }
  return page.whole();
}

async function sortedList(
  sources: TraceSources,
  filter: TraceFilter,
  by: Ordered["by"],
): Promise<TraceList> {
  const first = new FirstTraces(filter);
  const order = { by, exceeding: first.exceeding };
  const startedAt = performance.now();
  let breathedAt = startedAt;
  for (const day of sources.files.days()) {
    for (const { row, downTo } of walkDay(
      sources,
      filter,
      day,
      rowIdsOf(filter.projectId)[1],
      order,
    )) {
      if (row) first.offer({ day, below: downTo, row });
      const now = performance.now();
      if (now - startedAt > filter.deadlineMs)
        return first.page(oldestOf(sources, filter, { day, below: downTo }));
      if (now - breathedAt > breatheMs) breathedAt = await breathe();
    }
  }
  return first.page();
}

async function breathe(): Promise<number> {
  await setImmediate();
  return performance.now();
}

/** Receipt time of the oldest trace read. */
function oldestOf({ files }: TraceSources, filter: TraceFilter, at: TracePosition): number {
  const oldest = files
    .open(at.day)
    ?.traces.receivedFrom.get(at.below, rowIdsOf(filter.projectId)[1]);
  return oldest?.received_at ?? Date.parse(at.day) + dayMs;
}

function cutShort(
  sources: TraceSources,
  filter: TraceFilter,
  page: PageOfTraces,
  at: TracePosition,
): TraceList {
  return { ...page.whole(), next: cursorAt(at), scannedTo: oldestOf(sources, filter, at) };
}
