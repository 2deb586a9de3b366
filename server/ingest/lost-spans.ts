import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";

type LostOfTrace = ReadonlyMap<SpanId, FilterReason>;

/** Spans dropped by filters, so that their descendants in later requests are dropped, too. */
export type LostSpans = {
  of(projectId: ProjectId, traceId: TraceId): LostOfTrace | undefined;
  remember(projectId: ProjectId, traceId: TraceId, lost: LostOfTrace): void;
};

/** Exporters send the rest of a trace within seconds; at most 10 MiB of memory. */
const mostTraces = 5_000;
const mostSpans = 20;

/**
 * For each trace, the first spans of each request: they include its own span, and parents of later
 * ones.
 */
export function rememberLostSpans(): LostSpans {
  const traces = new Map<string, LostOfTrace>();
  return {
    of: (projectId, traceId) =>
      traces.size === 0 ? undefined : traces.get(`${projectId} ${traceId}`),
    remember(projectId, traceId, lost) {
      const key = `${projectId} ${traceId}`;
      const all = new Map([...(traces.get(key) ?? []), ...[...lost].slice(0, mostSpans)]);
      traces.set(key, new Map([...all].slice(-5 * mostSpans)));
      if (traces.size > mostTraces) traces.delete(traces.keys().next().value!);
    },
  };
}
