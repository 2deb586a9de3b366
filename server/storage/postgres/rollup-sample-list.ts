import { hourOf } from "#server/domain/time.ts";
import { classNumber, sampleOf, type SampleRow } from "#server/storage/layout/sample-row.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { Query } from "./database.ts";
import { readCover } from "./rollup-window.ts";

const select = (order: string) => `SELECT s.trace_id, s.span_id, s.started_at, s.duration_ms, s.failed, l.version
  FROM trace_samples s JOIN rollup_releases l ON l.project_id = s.project_id AND l.id = s.release_id
  WHERE s.project_id = $1 AND s.operation_id = $2 AND s.class = $3 AND s.hour >= $4 AND s.hour < $6::float8
    AND s.started_at >= $5::float8 AND s.started_at < $6::float8 AND ($7::text IS NULL OR l.version = $7)
    AND ($8::text IS NULL OR s.environment_id = (SELECT id FROM environments WHERE project_id = $1 AND name = $8))
  ORDER BY ${order}, s.trace_id LIMIT $9`;
const slowest = select("s.duration_ms DESC");
const newest = select("s.started_at DESC");

/** Samples are kept for as long as hours are; those of a window are a few thousand at most. */
export function readSamples(query: Query): RollupStore["samples"] {
  return async (filter) => {
    const { projectId, operationId, class: sampleClass, release = null, environment = null, limit } = filter;
    const { since, until } = await readCover(query, filter);
    const key = [projectId, operationId, classNumber(sampleClass), hourOf(since), since, until] as const;
    const statement = sampleClass === "slow" ? slowest : newest;
    const rows = await query<SampleRow & { version: string }>(statement, ...key, release, environment, limit);
    return rows.map((row) => ({ ...sampleOf(row), ...(row.version !== "" && { release: row.version }) }));
  };
}
