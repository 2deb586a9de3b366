import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "./scanned-span.ts";
import { entryRoute } from "./entry-route.ts";
import type { TraceRoot, TraceSummary } from "./summary.ts";

/** Services named in a summary: a trace with more is told by the first of them in the alphabet. */
const maxServices = 50;

/** What lists know of a trace, from some of its spans (at least one, no span id twice), which are also given by id. */
export function summarise(
  traceId: TraceId,
  spans: readonly ScannedSpan[],
  byId: ReadonlyMap<SpanId, ScannedSpan> = new Map(spans.map((span) => [span.spanId, span])),
): TraceSummary {
  const first = spans[0]!;
  let [root, rank] = [first, rankOf(first, byId)];
  let [startedAtNs, endedAtNs] = [first.startedAtNs, first.endedAtNs];
  let errorCount = 0;
  let environment: string | undefined;
  const services = new Set<string>();
  for (const span of spans) {
    const itsRank = rankOf(span, byId);
    if (itsRank > rank || (itsRank === rank && isBefore(span, root))) [root, rank] = [span, itsRank];
    if (span.startedAtNs < startedAtNs) startedAtNs = span.startedAtNs;
    if (span.endedAtNs > endedAtNs) endedAtNs = span.endedAtNs;
    if (span.status === "error") errorCount += 1;
    services.add(span.service);
    if (span.environment !== undefined && !(environment! <= span.environment)) environment = span.environment;
  }
  const [startedAt, endedAt, spanCount] = [toMs(startedAtNs), toMs(endedAtNs), spans.length];
  const said = {
    ...(environment !== undefined && { environment }),
    ...(root.release !== undefined && { release: root.release }),
  };
  return {
    traceId,
    root: rootOf(root, rank),
    startedAt,
    endedAt,
    spanCount,
    errorCount,
    services: sorted(services),
    ...said,
  };
}

/**
 * The summary of both halves of a trace. Commutative and associative, so that parts may come in any order: the environment
 * is the first in the alphabet that any span names, the release is the root's.
 */
export function mergeSummaries(a: TraceSummary, b: TraceSummary): TraceSummary {
  const root = betterRoot(a.root, b.root);
  const { release } = root === a.root ? a : b;
  const environments = [a.environment, b.environment].filter((each) => each !== undefined);
  const merged: TraceSummary = {
    traceId: a.traceId,
    root,
    startedAt: Math.min(a.startedAt, b.startedAt),
    endedAt: Math.max(a.endedAt, b.endedAt),
    spanCount: a.spanCount + b.spanCount,
    errorCount: a.errorCount + b.errorCount,
    services: sorted(new Set([...a.services, ...b.services])),
  };
  if (environments.length > 0) merged.environment = environments.reduce(least);
  if (release !== undefined) merged.release = release;
  return merged;
}

function rootOf(span: ScannedSpan, rank: number): TraceRoot {
  const { spanId, service, name, kind, startedAtNs } = span;
  const route = span.route ?? (kind === "server" || span.isBrowser ? entryRoute(span) : undefined);
  const root: TraceRoot = { spanId, service, name, kind, rank, startedAt: toMs(startedAtNs) };
  if (route !== undefined) root.route = route;
  return root;
}

function rankOf({ parentSpanId, parentIsRemote }: ScannedSpan, byId: ReadonlyMap<SpanId, ScannedSpan>): number {
  if (parentSpanId === undefined) return 3;
  if (byId.has(parentSpanId)) return 0;
  return parentIsRemote === true ? 2 : 1;
}

/** In the order of `betterRoot`, among spans of one rank. */
function isBefore(a: ScannedSpan, b: ScannedSpan): boolean {
  const [from, other] = [toMs(a.startedAtNs), toMs(b.startedAtNs)];
  return from === other ? a.spanId < b.spanId : from < other;
}

/** The higher rank, then the earlier, then the smaller id: a total order, or merging would depend on who came first. */
function betterRoot(a: TraceRoot, b: TraceRoot): TraceRoot {
  if (a.rank !== b.rank) return a.rank > b.rank ? a : b;
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? a : b;
  return a.spanId <= b.spanId ? a : b;
}

const sorted = (services: Set<string>) => [...services].toSorted().slice(0, maxServices);
const least = (a: string, b: string) => (a <= b ? a : b);
const toMs = (ns: bigint) => Number(ns) / 1e6;
