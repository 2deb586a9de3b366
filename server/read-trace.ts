import { decodeSpans } from "#server/ingest/otlp/decode.ts";
import { matchesTerms } from "#server/ingest/otlp/matches.ts";
import type { ReadTrace, SearchTraces } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";

/** How long a search may look at spans that no index answers for, before it offers to go on. */
const deadlineMs = 400;

/** A trace's spans, decoded from the parts they are stored in. */
export function createReadTrace(store: Store): ReadTrace {
  return async (projectId, traceId) => {
    const stored = await store.traces.find(projectId, traceId);
    return stored && { summary: stored.summary, spans: decodeSpans(stored.parts) };
  };
}

export function createSearchTraces(store: Store): SearchTraces {
  return (filter) => {
    const { terms } = filter.query;
    return store.traces.list({ ...filter, deadlineMs, matches: (parts) => matchesTerms(parts, terms) });
  };
}
