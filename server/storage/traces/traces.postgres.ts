import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import { mergeSummaries } from "#server/domain/trace/listing/summary-of.ts";
import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { bytesOfId, traceIdText } from "#server/storage/traces/ids.ts";
import { type PartPlace, summaryOf } from "#server/storage/traces/row.ts";
import type { StoredTrace, TraceStore } from "#server/storage/traces/trace-store.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { type Day, dayOf, type Days } from "#server/storage/postgres/days.ts";
import { firstDay, lastDay } from "#server/storage/events/days.postgres.ts";
import { type LaneDay, laneOf } from "#server/storage/postgres/lanes.ts";
import { readServices } from "#server/storage/rollups/services.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { type DayTraceRow, selectTraces } from "./columns.postgres.ts";
import { readTraceKeys, readTraceValues } from "#server/storage/trace-search/keys.postgres.ts";
import { traceList } from "#server/storage/trace-search/list.postgres.ts";
import { partsAt, retryUntilFound } from "./parts.postgres.ts";
import { readKept } from "#server/storage/retention/thin-outcomes.postgres.ts";
import { traceThinning } from "#server/storage/retention/trace-thin.postgres.ts";

const selectEach = `SELECT trace.*, later.packs, later.offsets, later.lengths
  FROM (${selectTraces} WHERE t.lane = $1 AND t.trace_id = ANY($2::bytea[])) trace
  CROSS JOIN LATERAL (
    SELECT array_agg(pack) AS packs, array_agg("offset") AS offsets, array_agg(length) AS lengths FROM trace_parts p
    WHERE p.lane = $1 AND p.day = trace.day AND p.trace = trace.id
  ) later ORDER BY day`;
type TraceWithPlaces = DayTraceRow & {
  packs: number[] | null;
  offsets: number[] | null;
  lengths: number[] | null;
};

const selectCounts = `SELECT trace_id, sum(span_count) AS spans FROM traces
  WHERE lane = $1 AND trace_id = ANY($2::bytea[]) AND day BETWEEN $3 AND $4 GROUP BY trace_id`;
type CountRow = { trace_id: Uint8Array; spans: number };

/**
 * Traces in daily partitions: parts in compressed packs, one row per trace with its summary and the
 * position of its first part, later parts in a separate table, and a term index: by batch at first
 * (trace-search/postings.ts), later folded into runs (trace-search/fold.postgres.ts).
 */
export function traceStore(database: Database, days: Days): TraceStore {
  const { query } = database;
  const packs = rawPacks();

  /** Each on each of its days; undefined if spans of one were moved during the read. */
  async function readTraces(
    lane: number,
    ids: Uint8Array[],
  ): Promise<Map<TraceId, StoredTrace> | undefined> {
    const rows = await query<TraceWithPlaces>(selectEach, lane, ids);
    const byDay = [...Map.groupBy(rows, ({ day }) => day)];
    const read = await Promise.all(byDay.map(([day, ofDay]) => readOfDay({ lane, day }, ofDay)));
    if (read.some((ofDay) => ofDay === undefined)) return undefined;
    const traces = new Map<TraceId, StoredTrace>();
    // Oldest day first, so that parts stay in order of receipt.
    for (const [traceId, trace] of read.flatMap((ofDay) => ofDay!)) {
      const known = traces.get(traceId);
      traces.set(traceId, known ? joined(known, trace) : trace);
    }
    return traces;
  }

  async function readOfDay(
    at: LaneDay,
    rows: TraceWithPlaces[],
  ): Promise<[TraceId, StoredTrace][] | undefined> {
    const places = rows.map(placesIn);
    const parts = await partsAt(query, packs, at, places.flat());
    if (!parts) return undefined;
    let next = 0;
    return rows.map((row, index) => {
      const own = parts.slice(next, (next += places[index]!.length));
      return [traceIdText(row.trace_id), { summary: summaryOf(row), parts: own }];
    });
  }

  async function findEach(projectId: ProjectId, traceIds: readonly TraceId[]) {
    if (traceIds.length === 0) return new Map<TraceId, StoredTrace>();
    return retryUntilFound(() => readTraces(laneOf(projectId), traceIds.map(bytesOf)));
  }

  async function spanCounts(projectId: ProjectId, traceIds: readonly TraceId[], days = allDays) {
    if (traceIds.length === 0) return new Map<TraceId, number>();
    const rows = await query<CountRow>(
      selectCounts,
      laneOf(projectId),
      traceIds.map(bytesOf),
      ...days,
    );
    return new Map(rows.map(({ trace_id, spans }) => [traceIdText(trace_id), spans]));
  }

  return {
    find: async (projectId, traceId) => onlyOf(await findEach(projectId, [traceId])),
    findEach,
    async spanCount(projectId, traceId, near) {
      const counts = await spanCounts(
        projectId,
        [traceId],
        near && [dayOf(near.from), dayOf(near.to)],
      );
      return onlyOf(counts) ?? 0;
    },
    spanCounts: (projectId, traceIds) => spanCounts(projectId, traceIds),
    list: (filter) => traceList({ query, packs }, filter),
    keys: readTraceKeys(query),
    values: readTraceValues(query),
    ...readServices(nounQuery(query)),
    thin: traceThinning(database, days),
    kept: readKept(query),
  };
}

/** The first part is in the trace's row, others in a separate table. */
function placesIn({ pack, offset, length, packs, offsets, lengths }: TraceWithPlaces): PartPlace[] {
  const later =
    packs?.map((each, at) => ({ pack: each, offset: offsets![at]!, length: lengths![at]! })) ?? [];
  return [{ pack, offset, length }, ...later].toSorted(
    (a, b) => a.pack - b.pack || a.offset - b.offset,
  );
}

const allDays: Day[] = [firstDay, lastDay];

const onlyOf = <Value>(found: Map<TraceId, Value>): Value | undefined => [...found.values()][0];

const bytesOf = (traceId: TraceId): Uint8Array => bytesOfId(traceId, 16);

const joined = (a: StoredTrace, b: StoredTrace): StoredTrace => ({
  summary: mergeSummaries(a.summary, b.summary),
  parts: [...a.parts, ...b.parts],
});
