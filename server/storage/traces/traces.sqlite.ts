import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";
import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import { mergeSummaries } from "#server/domain/trace/listing/summary-of.ts";
import type { StoredTrace, TraceStore } from "#server/storage/traces/trace-store.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { dayOf } from "#server/storage/sqlite/day-files.ts";
import { opened } from "#server/storage/events/days.sqlite.ts";
import { readServices } from "#server/storage/rollups/services.ts";
import { queryOn } from "#server/storage/sqlite/noun-database.ts";
import { bytesOfId, rowIdsOf } from "#server/storage/traces/ids.ts";
import { readTraceKeys, readTraceValues } from "#server/storage/trace-search/keys.sqlite.ts";
import { traceList } from "#server/storage/trace-search/list.sqlite.ts";
import { partsIn } from "./parts.sqlite.ts";
import { summaryOf } from "#server/storage/traces/row.ts";
import { inSnapshot } from "./snapshot.sqlite.ts";
import { readKept } from "#server/storage/retention/thin-outcomes.sqlite.ts";
import type { TraceSources } from "#server/storage/trace-search/walk.sqlite.ts";

/**
 * Traces in a day's file: parts in compressed packs, one row per trace with its summary and the
 * position of its first part, later parts in a separate table, and a term index: by batch at first
 * (`postings.ts`), later folded into runs (`trace-search/fold.sqlite.ts`). Measured with spans of a
 * shop, 80 traces per batch: 53 bytes per span (packs 44, rows 5.6, trace IDs 2.1, terms 0.7, later
 * parts 0.5); with one trace per batch, 65.
 */
export function traceStore(
  reader: DatabaseSync,
  sources: TraceSources,
  thin: TraceStore["thin"],
): TraceStore {
  const { files } = sources;

  async function find(projectId: ProjectId, traceId: TraceId): Promise<StoredTrace | undefined> {
    const days = files.days().toReversed();
    const found = [...opened(files, days)].flatMap(
      (file) => findIn(sources, file, projectId, traceId) ?? [],
    );
    return found.length === 0 ? undefined : found.reduce(join);
  }

  const spanCount: TraceStore["spanCount"] = async (projectId, traceId, near) => {
    const days = files
      .days()
      .filter((day) => !near || (day >= dayOf(near.from) && day <= dayOf(near.to)));
    const rows = [...opened(files, days)].flatMap(
      (file) => rowIn(sources, file, projectId, traceId) ?? [],
    );
    return rows.reduce((sum, { row }) => sum + summaryOf(row).spanCount, 0);
  };

  return {
    find,
    findEach: (projectId, traceIds) => each(traceIds, (traceId) => find(projectId, traceId)),
    spanCount,
    spanCounts: (projectId, traceIds) =>
      each(traceIds, async (traceId) => (await spanCount(projectId, traceId)) || undefined),
    list: (filter) => traceList(sources, filter),
    keys: readTraceKeys(files),
    values: readTraceValues(files),
    ...readServices(queryOn(reader)),
    thin,
    kept: readKept(reader),
  };
}

/** The existing ones. Yields between two. */
async function each<Found>(
  traceIds: readonly TraceId[],
  find: (traceId: TraceId) => Promise<Found | undefined>,
): Promise<Map<TraceId, Found>> {
  const all = new Map<TraceId, Found>();
  for (const traceId of traceIds) {
    const found = await find(traceId);
    if (found !== undefined) all.set(traceId, found);
    await nextTurn();
  }
  return all;
}

function findIn(
  sources: TraceSources,
  file: DayFile,
  projectId: ProjectId,
  traceId: TraceId,
): StoredTrace | undefined {
  return inSnapshot(file, sources.committedBatch, (batch) => {
    const row = rowAt(file, batch, projectId, traceId);
    return (
      row && {
        summary: summaryOf(row),
        parts: partsIn(file, sources.packs, row.id, lastIdOf(batch)),
      }
    );
  });
}

function rowIn(sources: TraceSources, file: DayFile, projectId: ProjectId, traceId: TraceId) {
  return inSnapshot(file, sources.committedBatch, (batch) => {
    const row = rowAt(file, batch, projectId, traceId);
    return row && { row };
  });
}

/** As of the batch: a batch in progress may have overwritten it. */
function rowAt(file: DayFile, batch: number, projectId: ProjectId, traceId: TraceId) {
  const at = [bytesOfId(traceId, 16), ...rowIdsOf(projectId)] as const;
  const now = file.traces.byTraceId.get(...at);
  return now && now.batch > batch ? file.traces.beforeBatch.get(batch, ...at) : now;
}

// Oldest day first, so that parts stay in order of receipt.
const join = (a: StoredTrace, b: StoredTrace): StoredTrace => ({
  summary: mergeSummaries(a.summary, b.summary),
  parts: [...a.parts, ...b.parts],
});
