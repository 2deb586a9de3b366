import type { SpanId } from "#server/domain/ids.ts";

/** Span ids of the traces written last, by trace key: an exporter's second try is known without reading anything. */
export type RecentSpans = {
  of(trace: string): ReadonlySet<SpanId> | undefined;
  add(trace: string, spans: Iterable<SpanId>): void;
};

/** About 20 MiB at the most. Traces beyond it are looked up on disk. */
const spansMax = 200_000;

export function createRecentSpans(max: number = spansMax): RecentSpans {
  const traces = new Map<string, Set<SpanId>>();
  let count = 0;

  function forgetOldest(): void {
    for (const [trace, ids] of traces) {
      if (count <= max) return;
      traces.delete(trace);
      count -= ids.size;
    }
  }

  return {
    of: (trace) => traces.get(trace),
    add(trace, spans) {
      const ids = traces.get(trace) ?? new Set();
      traces.delete(trace);
      count -= ids.size;
      for (const id of spans) ids.add(id);
      traces.set(trace, ids);
      count += ids.size;
      forgetOldest();
    },
  };
}
