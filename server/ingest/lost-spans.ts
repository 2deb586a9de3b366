import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";

type LostOfTrace = ReadonlyMap<SpanId, FilterReason>;

/**
 * Spans that filters left out, so that what is below them and comes in a later request is left out,
 * too.
 */
export type LostSpans = {
  of(projectId: ProjectId, traceId: TraceId): LostOfTrace | undefined;
  remember(projectId: ProjectId, traceId: TraceId, lost: LostOfTrace): void;
};

/** Exporters send what is left of a trace within seconds; at most 10 MiB of memory. */
const mostTraces = 5_000;
const mostSpans = 20;

/**
 * Of a trace, the first spans of each request: a request's own span is among them, and parents of
 * what is still to come.
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
