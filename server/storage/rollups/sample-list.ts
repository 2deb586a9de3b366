import { sampleClasses, type TraceSample } from "#server/domain/rollup/sample.ts";
import { hourOf } from "#server/domain/time.ts";
import type { Query } from "#server/storage/database.ts";
import {
  classNumber,
  sampleOf,
  type SampleRow,
  textOf,
} from "#server/storage/rollups/sample-row.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import { allOf, byDialect, ifGiven, raw, sql } from "#server/storage/sql.ts";
import { readCover } from "./window.ts";

/** Listed, because the index has the class before the hour. */
const anyClass = raw(`s.class IN (${sampleClasses.map(classNumber).join()})`);
const orders = { slow: sql`s.duration_ms DESC`, other: sql`s.started_at DESC` };

/** `slow` reads rows of every class, and a trace may have one in each. */
const rowsPerTrace = sampleClasses.length;

/**
 * Samples are stored as long as hours; a window has at most a few thousand. The slow ones of an
 * hour may lie outside a window that has only part of it, so `slow` also considers the other
 * classes: no stored sample of the window is slower than those it returns.
 */
export function readSamples(query: Query): RollupStore["samples"] {
  return async (filter) => {
    const { projectId, operationId, class: sampleClass, release, environment, limit } = filter;
    const { since, until } = await readCover(query, filter);
    const isSlow = sampleClass === "slow";
    const conditions = [
      sql`s.operation_id = ${operationId} AND ${isSlow ? anyClass : sql`s.class = ${classNumber(sampleClass)}`}`,
      sql`s.hour >= ${hourOf(since)} AND s.hour < ${Math.ceil(until)} AND s.started_at >= ${since} AND s.started_at < ${until}`,
      ifGiven(release, (version) => sql`l.version = ${version}`),
      ifGiven(
        environment,
        (name) =>
          sql`s.environment_id = (SELECT id FROM environments WHERE project_id = ${projectId} AND name = ${name})`,
      ),
    ];
    const rows = await query<SampleRow & { version: string }>(
      sql`SELECT s.trace_id, s.span_id, s.started_at, s.duration_ms, s.failed, l.version
        FROM trace_samples s JOIN rollup_releases l ON l.project_id = s.project_id AND l.id = s.release_id
        WHERE s.project_id = ${projectId} AND ${allOf(conditions)} ORDER BY ${orders[isSlow ? "slow" : "other"]}, s.trace_id LIMIT ${isSlow ? limit * rowsPerTrace : limit}`,
    );
    const samples = rows.map((row) => ({
      ...sampleOf(row),
      ...(row.version !== "" && { release: row.version }),
    }));
    return isSlow ? onePerTrace(samples).slice(0, limit) : samples;
  };
}

/** The first of each. */
function onePerTrace(samples: TraceSample[]): TraceSample[] {
  const seen = new Set<string>();
  return samples.filter(({ traceId }) => !seen.has(traceId) && seen.add(traceId));
}

const byHour = byDialect(raw(" INDEXED BY trace_samples_by_hour"), raw(""));

/** IDs of traces that sampling must not delete. */
export function readSampledTraces(query: Query): RollupStore["sampledTraces"] {
  return async (projectId, { from, to }) => {
    const rows = await query<{ trace_id: Uint8Array }>(
      sql`SELECT DISTINCT trace_id FROM trace_samples${byHour} WHERE project_id = ${projectId} AND hour >= ${hourOf(from)}
        AND hour < ${Math.ceil(to)} AND class <> ${classNumber("random")} AND started_at >= ${from} AND started_at < ${to}`,
    );
    return new Set(rows.map(({ trace_id }) => textOf(trace_id)));
  };
}
