import type { TraceId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "./scanned-span.ts";
import type { TraceRoot, TraceSummary } from "./summary.ts";

/** Services named in a summary: a trace with more is told by the first of them in the alphabet. */
const maxServices = 50;

/** What lists know of a trace, from some of its spans (at least one, no span id twice). */
export function summarise(traceId: TraceId, spans: ScannedSpan[]): TraceSummary {
  const ids = new Set<string>(spans.map(({ spanId }) => spanId));
  const [first, ...others] = spans.map((span) => rootOf(span, ids));
  const root = others.reduce(betterRoot, first!);
  const rootSpan = spans.find(({ spanId }) => spanId === root.spanId)!;
  const environments = spans.flatMap(({ environment }) => environment ?? []);
  const summary: TraceSummary = {
    traceId,
    root,
    startedAt: toMs(
      spans.reduce((least, { startedAtNs }) => (startedAtNs < least ? startedAtNs : least), spans[0]!.startedAtNs),
    ),
    endedAt: toMs(spans.reduce((most, { endedAtNs }) => (endedAtNs > most ? endedAtNs : most), 0n)),
    spanCount: spans.length,
    errorCount: spans.filter(({ status }) => status === "error").length,
    services: sorted(spans.map(({ service }) => service)),
  };
  if (environments.length > 0) summary.environment = environments.reduce(least);
  if (rootSpan.release !== undefined) summary.release = rootSpan.release;
  return summary;
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
    services: sorted([...a.services, ...b.services]),
  };
  if (environments.length > 0) merged.environment = environments.reduce(least);
  if (release !== undefined) merged.release = release;
  return merged;
}

function rootOf(span: ScannedSpan, ids: Set<string>): TraceRoot {
  const { spanId, service, name, kind, route } = span;
  const root: TraceRoot = { spanId, service, name, kind, rank: rankOf(span, ids), startedAt: toMs(span.startedAtNs) };
  if (route !== undefined) root.route = route;
  return root;
}

function rankOf({ parentSpanId, parentIsRemote }: ScannedSpan, ids: Set<string>): number {
  if (parentSpanId === undefined) return 3;
  if (ids.has(parentSpanId)) return 0;
  return parentIsRemote === true ? 2 : 1;
}

/** The higher rank, then the earlier, then the smaller id: a total order, or merging would depend on who came first. */
function betterRoot(a: TraceRoot, b: TraceRoot): TraceRoot {
  if (a.rank !== b.rank) return a.rank > b.rank ? a : b;
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? a : b;
  return a.spanId <= b.spanId ? a : b;
}

const sorted = (services: string[]) => [...new Set(services)].toSorted().slice(0, maxServices);
const least = (a: string, b: string) => (a <= b ? a : b);
const toMs = (ns: bigint) => Number(ns) / 1e6;
