import type { TraceId } from "#server/domain/ids.ts";
import { mergeSummaries } from "#server/domain/trace/summary-of.ts";
import { rawPacks } from "#server/storage/layout/raw-packs.ts";
import { bytesOfId } from "#server/storage/layout/trace-ids.ts";
import { type PartPlace, summaryOf } from "#server/storage/layout/trace-row.ts";
import type { StoredTrace, TraceStore } from "#server/storage/trace-store.ts";
import type { Database } from "./database.ts";
import { dayOf, type Days } from "./days.ts";
import { firstDay, lastDay } from "./event-days.ts";
import { laneOf } from "./lanes.ts";
import { readServices } from "./service-edges.ts";
import { type DayTraceRow, selectTraces } from "./trace-columns.ts";
import { readTraceKeys, readTraceValues } from "./trace-keys.ts";
import { traceList } from "./trace-list.ts";
import { partsAt, untilThere } from "./trace-parts.ts";
import { readKept } from "./trace-thin-outcomes.ts";
import { traceThinning } from "./trace-thin.ts";

const selectTrace = `SELECT trace.*, later.packs, later.offsets, later.lengths
  FROM (${selectTraces} WHERE t.lane = $1 AND t.trace_id = $2) trace
  CROSS JOIN LATERAL (
    SELECT array_agg(pack) AS packs, array_agg("offset") AS offsets, array_agg(length) AS lengths FROM trace_parts p
    WHERE p.lane = $1 AND p.day = trace.day AND p.trace = trace.id
  ) later ORDER BY day`;
type TraceWithPlaces = DayTraceRow & { packs: number[] | null; offsets: number[] | null; lengths: number[] | null };

const selectCount = `SELECT coalesce(sum(span_count), 0) AS spans FROM traces
  WHERE lane = $1 AND trace_id = $2 AND day BETWEEN $3 AND $4`;

/**
 * How traces lie in a partition a day: the bytes of their parts in compressed packs, a row a trace with its summary and where
 * its first part is, later parts in a table of their own, and an index of terms: by batch as they come (layout/postings.ts),
 * folded into runs (trace-fold.ts).
 */
export function traceStore(database: Database, days: Days): TraceStore {
  const { query } = database;
  const packs = rawPacks();

  /** On each of its days; undefined when its spans were moved while this was asked. */
  async function readTrace(lane: number, traceId: TraceId): Promise<StoredTrace[] | undefined> {
    const rows = await query<TraceWithPlaces>(selectTrace, lane, bytesOfId(traceId, 16));
    const parts = await Promise.all(rows.map((row) => partsAt(query, packs, { lane, day: row.day }, placesIn(row))));
    if (parts.some((ofDay) => ofDay === undefined)) return undefined;
    return rows.map((row, at) => ({ summary: summaryOf(row), parts: parts[at]! }));
  }

  return {
    async find(projectId, traceId) {
      const found = await untilThere(() => readTrace(laneOf(projectId), traceId));
      return found.length === 0 ? undefined : found.reduce(join);
    },
    async spanCount(projectId, traceId, near) {
      const between = near ? [dayOf(near.from), dayOf(near.to)] : [firstDay, lastDay];
      const [count] = await query<{ spans: number }>(
        selectCount,
        laneOf(projectId),
        bytesOfId(traceId, 16),
        ...between,
      );
      return count!.spans;
    },
    list: (filter) => traceList({ query, packs }, filter),
    keys: readTraceKeys(query),
    values: readTraceValues(query),
    ...readServices(query),
    thin: traceThinning(database, days),
    kept: readKept(query),
  };
}

/** The first part is in the trace's row, the others beside it. */
function placesIn({ pack, offset, length, packs, offsets, lengths }: TraceWithPlaces): PartPlace[] {
  const later = packs?.map((each, at) => ({ pack: each, offset: offsets![at]!, length: lengths![at]! })) ?? [];
  return [{ pack, offset, length }, ...later].toSorted((a, b) => a.pack - b.pack || a.offset - b.offset);
}

// Oldest day first: parts stay in order of arrival.
const join = (a: StoredTrace, b: StoredTrace): StoredTrace => ({
  summary: mergeSummaries(a.summary, b.summary),
  parts: [...a.parts, ...b.parts],
});
