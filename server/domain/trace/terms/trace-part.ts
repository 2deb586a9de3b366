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
 * The spans of one trace in one request, reduced to what the digest needs. Built while scanning, so
 * that spans live no longer than their request: as objects in a batch, copied between threads, they
 * cost 6 of 28 µs per span (measured), for copying, garbage collection, and reading.
 */
export type TracePart = {
  traceId: TraceId;
  /** One OTLP `TracesData` message with exactly these spans: the stored form. */
  bytes: Uint8Array;
  /** In the order of `bytes`, without duplicates. */
  spans: SpanIds;
  /** Index terms of these spans and their resources, without duplicates (terms.ts). */
  terms: PartTerms;
  /** Of these spans only. */
  summary: TraceSummary;
  calls: PartCalls;
  counted: CountedSpan[];
  releases: string[];
};

/** A span as one operation that it counts as. */
export type CountedSpan = {
  name: CountedName;
  spanId: SpanId;
  /** Milliseconds since 1970, by its clock. */
  startedAt: number;
  durationMs: number;
  failed: boolean;
};

/**
 * Operation and environment of spans. Thousands share one object, which is transferred once and
 * looked up by identity.
 */
export type CountedName = Operation & Pick<ScannedSpan, "environment" | "release">;

/** `shared`: returns the shared object for equal names. */
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
