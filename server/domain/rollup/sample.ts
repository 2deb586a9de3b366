import type { SpanId, TraceId } from "#server/domain/ids.ts";

/**
 * A trace kept as an example of an operation, by operation, environment, release and hour: the
 * slowest, those that failed, and some by chance (the smallest hashes of their trace ids, so that
 * any two samples can be merged into one).
 */
export const sampleClasses = ["slow", "failed", "random"] as const;
export type SampleClass = (typeof sampleClasses)[number];

/** How many of each class are kept for each operation, environment, release and hour. */
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
