import { joinTerms, type PartTerms } from "#server/domain/trace/part-terms.ts";
import { scanTraces } from "#server/ingest/otlp/scan.ts";
import type { MovedTrace } from "#server/storage/move-store.ts";
import { type TraceChange, traceKey } from "#server/storage/trace-store.ts";

/**
 * What brings these traces into another store, in rounds: the first parts of all, then the second parts, … The terms of a part come
 * from its spans, as when it was taken in.
 */
export function traceRounds(traces: MovedTrace[]): TraceChange[][] {
  const rounds: TraceChange[][] = [];
  // A trace that came on days far apart stands on several; within one it is one.
  const given = new Map<string, number>();
  for (const { projectId, receivedAt, summary, parts } of traces) {
    const key = traceKey({ projectId, traceId: summary.traceId });
    for (const part of parts) {
      const round = given.get(key) ?? 0;
      given.set(key, round + 1);
      (rounds[round] ??= []).push({ projectId, receivedAt, summary, part, terms: termsOf(part) });
    }
  }
  return rounds;
}

/** What is stored was within the limits when it came. */
const unlimited = { requestSpans: Number.MAX_SAFE_INTEGER, requestExceptions: 0 };

const termsOf = (part: Uint8Array): PartTerms => {
  const { parts } = scanTraces(part, unlimited);
  return parts.length === 0 ? noTerms : joinTerms(parts.map(({ terms }) => terms));
};

const noTerms: PartTerms = { list: [], numbers: [] };
