import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { isDocumentLoadBy, isVitalReport } from "#server/domain/trace/browser-span.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";
import { entryRoute, servedFile } from "#server/domain/trace/route-tree/entry-route.ts";
import { interactionNames } from "./idle-interaction.ts";
import type { TraceRoot, TraceSummary } from "./summary.ts";

/** Maximum number of services in a summary: the first in alphabetical order. */
const maxServices = 50;

/**
 * A trace's list data from some of its spans (at least one, without duplicates), also given by ID.
 */
export function summarize(
  traceId: TraceId,
  spans: readonly ScannedSpan[],
  byId: ReadonlyMap<SpanId, ScannedSpan> = new Map(spans.map((span) => [span.spanId, span])),
): TraceSummary {
  const first = spans[0]!;
  let [root, rank] = [first, rankOf(first, byId)];
  let load: ScannedSpan | undefined;
  let errorCount = 0;
  let environment: string | undefined;
  const services = new Set<string>();
  for (const span of spans) {
    const itsRank = rankOf(span, byId);
    if (itsRank > rank || (itsRank === rank && isBefore(span, root)))
      [root, rank] = [span, itsRank];
    if (span.isBrowser && isLoad(span) && (!load || loadsBefore(span, load))) load = span;
    if (span.status === "error") errorCount += 1;
    services.add(span.service);
    if (span.environment !== undefined && !(environment! <= span.environment))
      environment = span.environment;
  }
  const { startedAtNs } = load ?? root;
  const endedAtNs =
    load === undefined && isInteraction(root) ? endOfWork(root, spans) : (load ?? root).endedAtNs;
  const said = {
    ...(load && { isDocument: true as const }),
    ...(environment !== undefined && { environment }),
    ...(root.release !== undefined && { release: root.release }),
  };
  return {
    traceId,
    root: rootOf(root, rank),
    startedAt: toMs(startedAtNs),
    endedAt: toMs(endedAtNs),
    spanCount: spans.length,
    errorCount,
    services: sorted(services),
    ...said,
  };
}

/**
 * The summary of two parts of a trace. Commutative and associative, so that parts may come in any
 * order: the environment is the first of any span in alphabetical order, the release is the root's.
 */
export function mergeSummaries(a: TraceSummary, b: TraceSummary): TraceSummary {
  const root = betterRoot(a.root, b.root);
  const ofRoot = root === a.root ? a : b;
  const { release } = ofRoot;
  const isLoaded = a.isDocument || b.isDocument;
  const { startedAt, endedAt, isDocument } = isLoaded ? earlierLoad(a, b) : ofRoot;
  const environments = [a.environment, b.environment].filter((each) => each !== undefined);
  const merged: TraceSummary = {
    traceId: a.traceId,
    root,
    startedAt,
    endedAt: isLoaded ? endedAt : endOfBoth(ofRoot, ofRoot === a ? b : a),
    spanCount: a.spanCount + b.spanCount,
    errorCount: a.errorCount + b.errorCount,
    services: sorted(new Set([...a.services, ...b.services])),
  };
  if (isDocument) merged.isDocument = true;
  if (environments.length > 0) merged.environment = environments.reduce(least);
  if (release !== undefined) merged.release = release;
  return merged;
}

function rootOf(span: ScannedSpan, rank: number): TraceRoot {
  const { spanId, service, name, kind, startedAtNs } = span;
  const route =
    servedFile(span) ?? (kind === "server" || span.isBrowser ? entryRoute(span) : span.route);
  const root: TraceRoot = { spanId, service, name, kind, rank, startedAt: toMs(startedAtNs) };
  if (route !== undefined) root.route = route;
  return root;
}

function rankOf(span: ScannedSpan, byId: ReadonlyMap<SpanId, ScannedSpan>): number {
  const { parentSpanId, parentIsRemote, name, words } = span;
  // A browser's separate reports are about other work, and become the root only if nothing else
  // exists.
  if (isVitalReport(name, words?.op)) return 0;
  if (parentSpanId === undefined) return 3;
  if (byId.has(parentSpanId)) return 0;
  return parentIsRemote === true ? 2 : 1;
}

/** The order of `betterRoot`, among spans of one rank. */
function isBefore(a: ScannedSpan, b: ScannedSpan): boolean {
  const [from, other] = [toMs(a.startedAtNs), toMs(b.startedAtNs)];
  return from === other ? a.spanId < b.spanId : from < other;
}

/**
 * The higher rank, then the earlier, then the smaller ID: a total order, so that merging doesn't
 * depend on arrival.
 */
function betterRoot(a: TraceRoot, b: TraceRoot): TraceRoot {
  if (a.rank !== b.rank) return a.rank > b.rank ? a : b;
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? a : b;
  return a.spanId <= b.spanId ? a : b;
}

/**
 * For two summaries of which at least one has the times of a document load: a cached page loads
 * again with the same IDs.
 */
function earlierLoad(a: TraceSummary, b: TraceSummary): TraceSummary {
  if (!a.isDocument || !b.isDocument) return a.isDocument ? a : b;
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? a : b;
  return a.endedAt <= b.endedAt ? a : b;
}

/** In the order of `earlierLoad`. */
function loadsBefore(a: ScannedSpan, b: ScannedSpan): boolean {
  const [from, other] = [toMs(a.startedAtNs), toMs(b.startedAtNs)];
  return from === other ? a.endedAtNs < b.endedAtNs : from < other;
}

/**
 * OpenTelemetry ends a click's span with its handler, before the requests it started: it is
 * extended to the end of the last of them, one after the other. Known if they arrive together, as
 * from its browser exporter.
 */
function endOfWork(root: ScannedSpan, spans: readonly ScannedSpan[]): bigint {
  const work = spans.filter(
    ({ isBrowser, startedAtNs, endedAtNs }) => isBrowser && endedAtNs > startedAtNs,
  );
  let endedAtNs = root.endedAtNs;
  for (const span of work.toSorted((a, b) => (a.startedAtNs < b.startedAtNs ? -1 : 1)))
    if (span.startedAtNs <= endedAtNs + pauseNs && span.endedAtNs > endedAtNs)
      endedAtNs = span.endedAtNs;
  return endedAtNs;
}

/** Longer gaps belong to the visitor. */
const pauseMs = 100;
const pauseNs = BigInt(pauseMs) * 1_000_000n;

/**
 * The same if the exporter separated a click from its requests: recognized by the instrumentation's
 * span name.
 */
function endOfBoth({ root, endedAt, startedAt }: TraceSummary, other: TraceSummary): number {
  if (root.kind !== "internal" || !isEventName(root.name)) return endedAt;
  const follows = other.startedAt >= startedAt && other.startedAt <= endedAt + pauseMs;
  return follows ? Math.max(endedAt, other.endedAt) : endedAt;
}

/** The event's name, or the URL to which its handlers navigated. */
const isEventName = (name: string): boolean =>
  interactionNames.includes(name) || name.startsWith("Navigation: ");

/** Spans of our library and of Sentry are marked, and last as long as their work. */
const isInteraction = ({ isBrowser, kind, words }: ScannedSpan): boolean =>
  isBrowser && kind === "internal" && words === undefined;

const isLoad = ({ name, words }: ScannedSpan): boolean => isDocumentLoadBy(name, words?.op);
const sorted = (services: Set<string>) => [...services].toSorted().slice(0, maxServices);
const least = (a: string, b: string) => (a <= b ? a : b);
const toMs = (ns: bigint) => Number(ns) / 1e6;
