import { dayMs } from "#server/domain/time.ts";
import {
  cursorAt,
  PageOfTraces,
  startOf,
  type TracePosition,
} from "#server/storage/trace-search/page.ts";
import { FirstTraces, type Ordered } from "#server/storage/trace-search/order.ts";
import type { TraceFilter, TraceList } from "#server/storage/traces/trace-store.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";
import { type TraceSources, walk } from "./walk.postgres.ts";

/** Above every running number. */
const end = 2 ** 31;

const selectOldest = `SELECT received_at FROM traces WHERE lane = $1 AND day = $2 AND id >= $3::bigint
  ORDER BY id LIMIT 1`;

/** Newest first, from the cursor on, until the page is full or time is up. Yields between steps. */
export async function traceList(sources: TraceSources, filter: TraceFilter): Promise<TraceList> {
  const { sort = "time" } = filter;
  if (sort !== "time") return sortedList(sources, filter, sort);
  const page = new PageOfTraces(filter);
  const startedAt = performance.now();
  for await (const { day, downTo, rows } of walk(sources, filter, startOf(filter.cursor, end))) {
    for (const row of rows) page.offer({ day, below: row.id, row });
    if (page.isFull) return page.full();
    if (performance.now() - startedAt > filter.deadlineMs)
      return cutShort(sources, filter, page, { day, below: downTo });
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
  for await (const { day, downTo, rows } of walk(sources, filter, startOf(undefined, end), order)) {
    for (const row of rows) first.offer({ day, below: row.id, row });
    if (performance.now() - startedAt > filter.deadlineMs)
      return first.page(await oldestOf(sources, filter, { day, below: downTo }));
  }
  return first.page();
}

/** Receipt time of the oldest trace read. */
async function oldestOf(
  { query }: TraceSources,
  filter: TraceFilter,
  at: TracePosition,
): Promise<number> {
  const [oldest] = await query<{ received_at: number }>(
    selectOldest,
    laneOf(filter.projectId),
    at.day,
    at.below,
  );
  return oldest?.received_at ?? Date.parse(at.day) + dayMs;
}

async function cutShort(
  sources: TraceSources,
  filter: TraceFilter,
  page: PageOfTraces,
  at: TracePosition,
): Promise<TraceList> {
  return { ...page.whole(), next: cursorAt(at), scannedTo: await oldestOf(sources, filter, at) };
}
