import type { SpanIds } from "#server/domain/trace/span-ids.ts";

/** Span ids of the traces written last, by trace key: an exporter's second try is known without reading anything. */
export type RecentSpans = {
  of(trace: string): SpanIds | undefined;
  /** All that is kept of it. */
  remember(trace: string, spans: SpanIds): void;
};

/** About 6 MiB at the most. Traces beyond it are looked up on disk. */
const spansMax = 200_000;

export function createRecentSpans(max: number = spansMax): RecentSpans {
  const traces = new Map<string, SpanIds>();
  let count = 0;

  function forgetOldest(): void {
    for (const [trace, { length }] of traces) {
      if (count <= max) return;
      traces.delete(trace);
      count -= length;
    }
  }

  return {
    of: (trace) => traces.get(trace),
    remember(trace, spans) {
      count += spans.length - (traces.get(trace)?.length ?? 0);
      traces.delete(trace);
      traces.set(trace, spans);
      forgetOldest();
    },
  };
}
