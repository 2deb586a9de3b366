import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { Operation } from "#server/domain/rollup/operation.ts";
import { operationsOf } from "#server/domain/rollup/operation-of.ts";
import { routerActs } from "#server/domain/rollup/router-acts.ts";
import type { ScannedPart, ScannedSpan } from "./scanned-span.ts";
import { callsOf, type PartCalls } from "./service-calls.ts";
import type { PartTerms } from "./part-terms.ts";
import { type SpanIds, spanIdsOf } from "./span-ids.ts";
import { summarize } from "#server/domain/trace/listing/summary-of.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";

/**
 * What the spans of one trace in one request come to: all that the digest asks of them. Made where
 * they are scanned, so that spans live no longer than their request: as objects in a batch, copied
 * from thread to thread, they cost 6 µs of 28 a span (measured), in copying, collecting and reading
 * them.
 */
export type TracePart = {
  traceId: TraceId;
  /** One OTLP `TracesData` message with exactly these spans: what is stored. */
  bytes: Uint8Array;
  /** In the order of `bytes`, none twice. */
  spans: SpanIds;
  /** Index terms of these spans and their resources, each once (terms.ts). */
  terms: PartTerms;
  /** Of these spans alone. */
  summary: TraceSummary;
  calls: PartCalls;
  counted: CountedSpan[];
  releases: string[];
};

/** A span as one operation that it counts as. */
export type CountedSpan = {
  name: CountedName;
  spanId: SpanId;
  /** Milliseconds since 1970, as its clock had it. */
  startedAt: number;
  durationMs: number;
  failed: boolean;
};

/**
 * What spans count as, and where they ran. Thousands have one object: it crosses threads once, and
 * is looked up by itself.
 */
export type CountedName = Operation & Pick<ScannedSpan, "environment" | "release">;

/** `shared` gives the object that stands for all names like this one. */
export function tracePart(
  { traceId, bytes, spans, terms }: ScannedPart,
  shared: (name: CountedName) => CountedName = (name) => name,
): TracePart {
  const byId = new Map<SpanId, ScannedSpan>();
  for (const span of spans) byId.set(span.spanId, span);
  return {
    traceId,
    bytes,
    terms,
    spans: spanIdsOf(byId.keys()),
    summary: summarize(traceId, spans, byId),
    calls: callsOf(spans, byId),
    counted: countedIn(spans, shared),
    releases: releasesIn(spans),
  };
}

function countedIn(
  spans: readonly ScannedSpan[],
  shared: (name: CountedName) => CountedName,
): CountedSpan[] {
  const counted: CountedSpan[] = [];
  const acts = routerActs(spans);
  for (const span of spans) {
    const { spanId, service, environment, release, startedAtNs, status } = span;
    for (const { kind, route, method, durationMs } of operationsOf(span, acts?.get(spanId))) {
      const name = shared({ kind, route, method, service, environment, release });
      counted.push({
        name,
        spanId,
        durationMs,
        startedAt: Number(startedAtNs) / 1e6,
        failed: status === "error",
      });
    }
  }
  return counted;
}

function releasesIn(spans: readonly ScannedSpan[]): string[] {
  const releases = new Set<string>();
  for (const { release } of spans) if (release !== undefined) releases.add(release);
  return [...releases];
}
