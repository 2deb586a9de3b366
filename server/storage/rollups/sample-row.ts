import type { SpanId, TraceId } from "#server/domain/ids.ts";
import {
  type SampleClass,
  sampleClasses,
  samplesKept,
  type TraceSample,
} from "#server/domain/rollup/sample.ts";

export type SampleRow = {
  trace_id: Uint8Array;
  span_id: Uint8Array;
  started_at: number;
  duration_ms: number;
  failed: number;
};

export const classNumber = (sampleClass: SampleClass): number => sampleClasses.indexOf(sampleClass);

export type WorstRow = { class: number; kept: number; score: number };
export type Floors = { [sampleClass in SampleClass]: number };

/** Minimum score of each class, from the worst sample stored. */
export function floorsOf(rows: WorstRow[]): Floors {
  const floors = { slow: -Infinity, failed: -Infinity, random: -Infinity };
  for (const { class: number, kept, score } of rows) {
    const sampleClass = sampleClasses[number]!;
    if (kept >= samplesKept[sampleClass]) floors[sampleClass] = score;
  }
  return floors;
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

export const bytesOf = (id: string): Uint8Array => Buffer.from(id, "hex");
export const textOf = (id: Uint8Array): string =>
  Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString("hex");
