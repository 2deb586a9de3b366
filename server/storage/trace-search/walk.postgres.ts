import { has } from "#server/storage/trace-search/bitmap.ts";
import type { RawPacks } from "#server/storage/traces/raw-packs.ts";
import type { Candidates } from "#server/storage/trace-search/candidates.ts";
import { factsOf } from "#server/storage/traces/row.ts";
import { unlistedConditions } from "#server/storage/trace-search/unlisted-conditions.ts";
import { type Ordered, sortColumns } from "#server/storage/trace-search/order.ts";
import type { TracePosition } from "#server/storage/trace-search/page.ts";
import { type Stretch, stretches } from "#server/storage/trace-search/stretches.ts";
import type { TraceFilter } from "#server/storage/traces/trace-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import { type LaneDay, laneOf } from "#server/storage/postgres/lanes.ts";
import { askIndex } from "./candidates.postgres.ts";
import { type DayTraceRow, selectTraces } from "#server/storage/traces/columns.postgres.ts";
import { partsIn } from "#server/storage/traces/parts.postgres.ts";
import { zonesByDay } from "./zones.postgres.ts";

export type TraceSources = { query: Query; packs: RawPacks };

/** One step: everything of the day from `downTo` on is processed, with `rows` as the result. */
type Step = { day: Day; downTo: number; rows: DayTraceRow[] };

/** Maximum number of rows held at a time. */
const rowsAtOnce = 256;
/**
 * If spans must be read, which occupies the thread: those of the first few traces, then twice as
 * many each time.
 */
const fewestRead = 16;
const mostRead = 128;

const selectAsked = `${selectTraces} WHERE t.lane = $1 AND t.day = $2 AND t.id >= $3::bigint AND t.id < $4::bigint
  AND ($6::float8 IS NULL OR t.started_at >= $6) AND ($7::float8 IS NULL OR t.started_at <= $7)
  AND ($8::float8 IS NULL OR t.ended_at - t.started_at >= $8)
  AND ($9::float8 IS NULL OR t.ended_at - t.started_at <= $9)
  AND ($10::int IS NULL OR (t.error_count > 0)::int = $10) AND ($11::text IS NULL OR s.environment = $11)
  AND s.words LIKE ALL($12::text[]) AND ($13::int IS NULL OR t.span_count >= $13) AND ($14::int IS NULL OR t.span_count <= $14)
  AND ($15::int IS NULL OR t.error_count >= $15) AND ($16::int IS NULL OR t.error_count <= $16)`;

/** The list is $17 if given, and the value to exceed is the last parameter. */
function selectTracesFor(filter: TraceFilter, isList: boolean, order: Ordered | undefined): string {
  const listed = isList ? " AND t.id = ANY($17::int[])" : "";
  const exceeding = order ? ` AND ${sortColumns[order.by]} > $${isList ? 18 : 17}::float8` : "";
  const unlisted = unlistedConditions(filter).map((each) => ` AND ${each}`);
  return `${selectAsked}${unlisted.join("")}${listed}${exceeding} ORDER BY t.id DESC LIMIT $5`;
}

/** Results of a search from a position on, newest first. The caller decides when to stop. */
export async function* walk(
  sources: TraceSources,
  filter: TraceFilter,
  start: TracePosition,
  order?: Ordered,
): AsyncGenerator<Step, void, void> {
  const lane = laneOf(filter.projectId);
  for await (const { day, zones } of zonesByDay(sources.query, filter, start)) {
    const below = day === start.day ? start.below : Number.MAX_SAFE_INTEGER;
    const search = await planFor(sources, filter, { lane, day, below });
    if (search) yield* walkDay({ ...search, order }, zones);
  }
}

type Search = {
  sources: TraceSources;
  filter: TraceFilter;
  at: LaneDay;
  below: number;
  candidates: Candidates | undefined;
  order?: Ordered | undefined;
};

async function planFor(
  sources: TraceSources,
  filter: TraceFilter,
  { lane, day, below }: LaneDay & { below: number },
): Promise<Search | undefined> {
  const { query } = filter;
  const search = { sources, filter, at: { lane, day }, below, candidates: undefined };
  if (query.terms.length === 0 && !query.any) return search;
  const indexed = await askIndex(sources.query, { lane, day }, query, below);
  return indexed && { ...search, ...indexed };
}

async function* walkDay(search: Search, zones: number[]): AsyncGenerator<Step, void, void> {
  const { at, below, candidates } = search;
  for (const stretch of stretches(zones, below, 0, candidates?.possible)) {
    yield* walkStretch(search, stretch);
    yield { day: at.day, downTo: stretch.from, rows: [] };
  }
}

async function* walkStretch(search: Search, stretch: Stretch): AsyncGenerator<Step, void, void> {
  let { below } = stretch;
  const mustRead = search.candidates?.mayRead === true;
  let most = mustRead ? fewestRead : Math.min(search.filter.limit + 1, rowsAtOnce);
  for (;;) {
    const rows = await rowsOf(search, { ...stretch, below }, most);
    const last = rows.at(-1);
    if (last) yield { day: search.at.day, downTo: last.id, rows: await meeting(search, rows) };
    if (!last || rows.length < most) return;
    below = last.id;
    most = Math.min(2 * most, mustRead ? mostRead : rowsAtOnce);
  }
}

function rowsOf(
  { sources, filter, at, order }: Search,
  { from, below, ids }: Stretch,
  most: number,
): Promise<DayTraceRow[]> {
  const { since, until, environment, query } = filter;
  const { atLeast, atMost } = query.durationMs ?? {};
  const values = [
    at.lane,
    at.day,
    from,
    below,
    most,
    since ?? null,
    until ?? null,
    atLeast ?? null,
    atMost ?? null,
    query.failed === undefined ? null : Number(query.failed),
    environment ?? null,
    query.words.map(anywhere),
    ...[query.spans?.atLeast, query.spans?.atMost, query.errors?.atLeast, query.errors?.atMost].map(
      (each) => each ?? null,
    ),
  ];
  const more = [...(ids === undefined ? [] : [ids]), ...(order ? [order.exceeding()] : [])];
  return sources.query<DayTraceRow>(
    selectTracesFor(filter, ids !== undefined, order),
    ...values,
    ...more,
  );
}

/** A pattern for texts that contain a word, with `%`, `_`, and `\\` escaped. */
const anywhere = (word: string) => `%${word.toLowerCase().replaceAll(/[%_\\]/g, "\\$&")}%`;

/** The rows that match the terms. Spans that the index can't decide are read together. */
async function meeting(
  { sources, filter, at, candidates }: Search,
  rows: DayTraceRow[],
): Promise<DayTraceRow[]> {
  if (!candidates) return rows;
  const { possible, verdict } = candidates;
  const verdicts = new Map(
    rows.map((row) => [row.id, has(possible, row.id) ? verdict(row.id, factsOf(row)) : false]),
  );
  const unclear = rows.map(({ id }) => id).filter((id) => verdicts.get(id) === undefined);
  if (unclear.length === 0) return rows.filter(({ id }) => verdicts.get(id));
  const parts = await partsIn(sources.query, sources.packs, at, unclear);
  return rows.filter(
    (row) => verdicts.get(row.id) ?? filter.matches(parts.get(row.id) ?? [], factsOf(row)),
  );
}
