import type { SpanId, TraceId } from "#server/domain/ids.ts";

/**
 * A trace stored as a sample of an operation, by operation, environment, release, and hour: the
 * slowest, failed ones, and random ones (the smallest hashes of trace IDs, so that samples can be
 * merged).
 */
export const sampleClasses = ["slow", "failed", "random"] as const;
export type SampleClass = (typeof sampleClasses)[number];

/** Number of samples per class for each operation, environment, release, and hour. */
export const samplesKept: { [kind in SampleClass]: number } = { slow: 5, failed: 5, random: 10 };

export type TraceSample = {
  traceId: TraceId;
  /** The operation's span in it. */
  spanId: SpanId;
  startedAt: number;
  durationMs: number;
  failed: boolean;
  release?: string;
};
