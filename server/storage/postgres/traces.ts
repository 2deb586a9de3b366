import { mergeSummaries } from "#server/domain/trace/summary-of.ts";
import { rawPacks } from "#server/storage/layout/raw-packs.ts";
import { bytesOfId } from "#server/storage/layout/trace-ids.ts";
import { summaryOf } from "#server/storage/layout/trace-row.ts";
import type { StoredTrace, TraceStore } from "#server/storage/trace-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { laneOf } from "./lanes.ts";
import { readServices } from "./service-edges.ts";
import { type DayTraceRow, selectTraces } from "./trace-columns.ts";
import { traceList } from "./trace-list.ts";
import { partsIn } from "./trace-parts.ts";
import { readKept } from "./trace-thin-ledger.ts";
import { traceThinning } from "./trace-thin.ts";

const selectTrace = `${selectTraces} WHERE t.lane = $1 AND t.trace_id = $2 ORDER BY t.day`;
const selectCount = `SELECT coalesce(sum(span_count), 0) AS spans FROM traces WHERE lane = $1 AND trace_id = $2`;

/**
 * How traces lie in a partition a day: the bytes of their parts in compressed packs, a row a trace with its summary and where
 * its first part is, later parts in a table of their own, and an index of terms: by batch as they come (layout/postings.ts),
 * folded into runs (trace-fold.ts).
 */
export function traceStore(database: Database, days: Days): TraceStore {
  const { query } = database;
  const packs = rawPacks();

  async function partsOf(lane: number, { day, id }: DayTraceRow): Promise<Uint8Array[]> {
    return (await partsIn(query, packs, { lane, day }, [id])).get(id) ?? [];
  }

  return {
    async find(projectId, traceId) {
      const lane = laneOf(projectId);
      const rows = await query<DayTraceRow>(selectTrace, lane, bytesOfId(traceId, 16));
      const found = await Promise.all(
        rows.map(async (row) => ({ summary: summaryOf(row), parts: await partsOf(lane, row) })),
      );
      // Between the two questions a trace may have been thinned out.
      const there = found.filter(({ parts }) => parts.length > 0);
      return there.length === 0 ? undefined : there.reduce(join);
    },
    async spanCount(projectId, traceId) {
      const [count] = await query<{ spans: number }>(selectCount, laneOf(projectId), bytesOfId(traceId, 16));
      return count!.spans;
    },
    list: (filter) => traceList({ query, packs }, filter),
    ...readServices(query),
    thin: traceThinning(database, days),
    kept: readKept(query),
  };
}

// Oldest day first: parts stay in order of arrival.
const join = (a: StoredTrace, b: StoredTrace): StoredTrace => ({
  summary: mergeSummaries(a.summary, b.summary),
  parts: [...a.parts, ...b.parts],
});
