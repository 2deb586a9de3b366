import type { DatabaseSync } from "node:sqlite";
import { hourOf } from "#server/domain/time.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { classNumber, sampleOf, type SampleRow } from "#server/storage/layout/sample-row.ts";
import { readCover } from "./rollup-window.ts";
import { prepare } from "./statement.ts";

const select = (order: string) => `SELECT s.trace_id, s.span_id, s.started_at, s.duration_ms, s.failed, l.version
  FROM trace_samples s JOIN rollup_releases l ON l.id = s.release_id
  WHERE s.project_id = ?1 AND s.operation_id = ?2 AND s.class = ?3 AND s.hour >= ?4 AND s.hour < ?6
    AND s.started_at >= ?5 AND s.started_at < ?6 AND (?7 IS NULL OR l.version = ?7)
    AND (?8 IS NULL OR s.environment_id = (SELECT id FROM environments WHERE project_id = ?1 AND name = ?8))
  ORDER BY ${order}, s.trace_id LIMIT ?9`;

/** Samples are kept for as long as hours are; those of a window are a few thousand at most. */
export function readSamples(reader: DatabaseSync): RollupStore["samples"] {
  const coverOf = readCover(reader);
  const slowest = prepare<SampleRow & { version: string }>(reader, select("s.duration_ms DESC"));
  const newest = prepare<SampleRow & { version: string }>(reader, select("s.started_at DESC"));

  return async (filter) => {
    const { projectId, operationId, class: sampleClass, release = null, environment = null, limit } = filter;
    const { since, until } = coverOf(filter);
    const statement = sampleClass === "slow" ? slowest : newest;
    const key = [projectId, operationId, classNumber(sampleClass), hourOf(since), since, until] as const;
    return statement
      .all(...key, release, environment, limit)
      .map((row) => ({ ...sampleOf(row), ...(row.version !== "" && { release: row.version }) }));
  };
}
