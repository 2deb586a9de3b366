import type { SpanIds } from "#server/domain/trace/terms/span-ids.ts";

/**
 * Span IDs of recent traces, by trace key, so that an exporter's retry is detected without reading
 * storage.
 */
export type RecentSpans = {
  of(trace: string): SpanIds | undefined;
  /** Everything that is stored of the trace. */
  remember(trace: string, spans: SpanIds): void;
};

/** At most about 6 MiB. Other traces are looked up on disk. */
const spansMax = 200_000;

/**
 * Two generations: the older is dropped as a whole when the younger is full. Dropping one trace at
 * a time cost 0.8 µs per span (measured).
 */
export function createRecentSpans(max: number = spansMax): RecentSpans {
  let older = new Map<string, SpanIds>();
  let younger = new Map<string, SpanIds>();
  let count = 0;

  return {
    of: (trace) => younger.get(trace) ?? older.get(trace),
    remember(trace, spans) {
      count += spans.length - (younger.get(trace)?.length ?? 0);
      younger.set(trace, spans);
      if (count <= max / 2) return;
      older = younger;
      younger = new Map();
      count = 0;
    },
  };
}
