import type { DatabaseSync } from "node:sqlite";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import { hourOf } from "#server/domain/ledger.ts";
import { chooseSamples } from "#server/domain/rollup/sample-choice.ts";
import { type SampleClass, sampleClasses, type TraceSample } from "#server/domain/rollup/sample.ts";
import type { RollupChange, RollupStore } from "#server/storage/rollup-store.ts";
import { prepare } from "./statement.ts";

export type SampleRow = {
  trace_id: Uint8Array;
  span_id: Uint8Array;
  started_at: number;
  duration_ms: number;
  failed: number;
};

/** Rows that samples belong to. */
type Place = { projectId: ProjectId; operationId: number; environment: number; release: number };

const group = `project_id = ? AND operation_id = ? AND class = ? AND hour = ? AND environment_id = ? AND release_id = ?`;
export const classNumber = (sampleClass: SampleClass): number => sampleClasses.indexOf(sampleClass);

/** Keeps the best of what there is and what comes. For use inside a transaction. */
export function addSamples(writer: DatabaseSync): (place: Place, samples: RollupChange["samples"]) => void {
  const kept = prepare<SampleRow>(
    writer,
    `SELECT trace_id, span_id, started_at, duration_ms, failed FROM trace_samples WHERE ${group}`,
  );
  const remove = prepare(writer, `DELETE FROM trace_samples WHERE ${group} AND trace_id = ?`);
  const put = prepare(writer, "INSERT OR REPLACE INTO trace_samples VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

  return ({ projectId, operationId, environment, release }, samples) => {
    for (const sampleClass of sampleClasses) {
      for (const [hour, candidates] of byHour(samples[sampleClass])) {
        const key = [projectId, operationId, classNumber(sampleClass), hour, environment, release] as const;
        const before = kept.all(...key).map(sampleOf);
        const chosen = chooseSamples(sampleClass, [...before, ...candidates]);
        for (const gone of before.filter((each) => !chosen.includes(each))) remove.run(...key, bytesOf(gone.traceId));
        for (const { traceId, spanId, startedAt, durationMs, failed } of chosen.filter(
          (each) => !before.includes(each),
        )) {
          put.run(...key, bytesOf(traceId), bytesOf(spanId), startedAt, durationMs, Number(failed));
        }
      }
    }
  };
}

/** Ids of the traces that others are to leave alone when they thin out what is kept. */
export function readSampledTraces(reader: DatabaseSync): RollupStore["sampledTraces"] {
  const select = prepare<{ trace_id: Uint8Array }>(
    reader,
    `SELECT DISTINCT trace_id FROM trace_samples INDEXED BY trace_samples_by_hour
     WHERE project_id = ?1 AND hour >= ?2 AND hour < ?4 AND class <> ${classNumber("random")}
       AND started_at >= ?3 AND started_at < ?4`,
  );
  return async (projectId, { from, to }) =>
    new Set(select.all(projectId, hourOf(from), from, to).map(({ trace_id }) => textOf(trace_id)));
}

export function sampleOf(row: SampleRow): TraceSample {
  return {
    traceId: textOf(row.trace_id) as TraceId,
    spanId: textOf(row.span_id) as SpanId,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    failed: row.failed === 1,
  };
}

const bytesOf = (id: string) => Buffer.from(id, "hex");
const textOf = (id: Uint8Array) => Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString("hex");

function byHour(samples: TraceSample[]): Map<number, TraceSample[]> {
  return Map.groupBy(samples, ({ startedAt }) => hourOf(startedAt));
}
