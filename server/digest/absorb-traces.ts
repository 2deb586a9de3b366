import type { ProjectId, SpanId } from "#server/domain/ids.ts";
import { hourOf, type LedgerEntry, type Outcome, traceCategory } from "#server/domain/ledger.ts";
import type { ScannedPart, ScannedSpan } from "#server/domain/trace/scanned-span.ts";
import { mergeSummaries, summarise } from "#server/domain/trace/summary-of.ts";
import type { TraceSummary } from "#server/domain/trace/summary.ts";
import {
  type EdgeChange,
  type TraceChange,
  traceKey,
  type TraceName,
  type TraceTransaction,
} from "#server/storage/trace-store.ts";
import { type AbsorbedRollups, RollupChanges } from "./absorb-rollups.ts";
import type { RecentSpans } from "./recent-spans.ts";
import type { SampleMemory } from "./sample-memory.ts";
import { edgesOf } from "./service-edges.ts";

/** What one request brought of one trace. */
export type DigestTrace = {
  projectId: ProjectId;
  part: ScannedPart;
  receivedAt: number;
  /** What the ledger counts: spans each, a transaction as one. */
  category: "span" | "transaction";
};

/** What the digest has others read of a part's bytes: it knows no protocol. */
export type PartReading = {
  /** The same part without the spans that are not wanted; undefined when none is left. */
  sift(part: ScannedPart, wanted: (spanId: SpanId) => boolean): ScannedPart | undefined;
  spanIds(parts: Uint8Array[]): Iterable<SpanId>;
};

export type SpanMemory = { recent: RecentSpans; samples: SampleMemory; reading: PartReading };

export type AbsorbedTraces = AbsorbedRollups & {
  traces: TraceChange[];
  edges: EdgeChange[];
  ledger: LedgerEntry[];
  /** To be called once all this is committed, and not before: a batch that is tried again must not meet itself. */
  remember: () => void;
};

/** A trace that goes on for ever is kept up to here; what comes then is counted as limited. */
export const traceSpansMax = 200_000;

type Gathered = { name: TraceName; key: string; arrivals: DigestTrace[] };

/** Sorts a batch's spans by trace, leaves out those that are kept already, and works out each trace's new summary. */
export async function absorbTraces(
  transaction: TraceTransaction,
  arrivals: DigestTrace[],
  { recent, samples, reading }: SpanMemory,
): Promise<AbsorbedTraces> {
  const gathered = gather(arrivals);
  const known = await transaction.tracesFor(gathered.map(({ name }) => name));
  const remembered = ({ key }: Gathered) => trusted(recent.of(key), known.get(key));
  const unread = gathered.filter((trace) => known.has(trace.key) && !remembered(trace)).map(({ name }) => name);
  const parts = unread.length === 0 ? new Map<string, Uint8Array[]>() : await transaction.partsOf(unread);
  const rollups = new RollupChanges(samples);
  const absorbed = gathered.map((trace) => {
    const kept = remembered(trace) ?? new Set(reading.spanIds(parts.get(trace.key) ?? []));
    return absorbTrace(trace, known.get(trace.key), kept, { reading, rollups });
  });
  return {
    ...rollups.collect(),
    traces: absorbed.flatMap(({ change }) => change ?? []),
    edges: absorbed.flatMap(({ edges }) => edges),
    ledger: absorbed.flatMap(({ ledger }) => ledger),
    remember() {
      for (const { key, seen } of absorbed) recent.add(key, seen);
      rollups.remember();
    },
  };
}

/** Another process may have added to a trace since: what is remembered of it counts only while it is all of it. */
const trusted = (spans: ReadonlySet<SpanId> | undefined, known: TraceSummary | undefined) =>
  known === undefined || spans?.size === known.spanCount ? spans : undefined;

function gather(arrivals: DigestTrace[]): Gathered[] {
  const traces = new Map<string, Gathered>();
  for (const arrival of arrivals) {
    const { projectId, receivedAt, part } = arrival;
    const name = { projectId, traceId: part.traceId, receivedAt };
    const key = traceKey(name);
    const trace = traces.get(key);
    if (trace) trace.arrivals.push(arrival);
    else traces.set(key, { name, key, arrivals: [arrival] });
  }
  return [...traces.values()];
}

function absorbTrace(
  { name, key, arrivals }: Gathered,
  known: TraceSummary | undefined,
  kept: ReadonlySet<SpanId>,
  { reading, rollups }: { reading: PartReading; rollups: RollupChanges },
): { key: string; seen: Set<SpanId>; change?: TraceChange; edges: EdgeChange[]; ledger: LedgerEntry[] } {
  if ((known?.spanCount ?? 0) >= traceSpansMax)
    return { key, seen: new Set(), edges: [], ledger: arrivals.map(tooMany) };
  const seen = new Set(kept);
  const ledger: LedgerEntry[] = [];
  const fresh = arrivals.flatMap((arrival) => {
    const rest = unseen(arrival.part, seen, reading);
    for (const { spanId } of rest?.spans ?? []) seen.add(spanId);
    rollups.add({ ...name, receivedAt: arrival.receivedAt }, rest?.spans ?? []);
    ledger.push(...tally(arrival, rest?.spans.length ?? 0));
    return rest ?? [];
  });
  const { projectId } = name;
  const { receivedAt } = arrivals[0]!;
  const spans = fresh.flatMap((part) => part.spans);
  if (spans.length === 0) return { key, seen, edges: [], ledger };
  const hour = hourOf(receivedAt);
  // Traces beside their spans: pages say how many of them sampling has left.
  if (!known) ledger.push({ projectId, hour, outcome: "kept", category: traceCategory, reason: "", quantity: 1 });
  const edges = edgesOf(spans).map((edge) => ({ ...edge, projectId, hour }));
  return { key, seen, edges, ledger, change: { projectId, receivedAt, ...changeOf(name, known, fresh, spans) } };
}

function unseen(part: ScannedPart, seen: ReadonlySet<SpanId>, reading: PartReading): ScannedPart | undefined {
  if (!part.spans.some(({ spanId }) => seen.has(spanId))) return part;
  return reading.sift(part, (spanId) => !seen.has(spanId));
}

/** Parts are joined by laying one behind the other: that is how protobuf merges messages of lists. */
function changeOf(
  { traceId }: TraceName,
  known: TraceSummary | undefined,
  fresh: ScannedPart[],
  spans: ScannedSpan[],
): Pick<TraceChange, "summary" | "part" | "terms"> {
  const summary = summarise(traceId, spans);
  return {
    summary: known ? mergeSummaries(known, summary) : summary,
    part: fresh.length === 1 ? fresh[0]!.bytes : Buffer.concat(fresh.map(({ bytes }) => bytes)),
    terms: fresh.length === 1 ? fresh[0]!.terms : [...new Set(fresh.flatMap(({ terms }) => terms))],
  };
}

function tooMany({ projectId, part, receivedAt, category }: DigestTrace): LedgerEntry {
  const quantity = category === "transaction" ? 1 : part.spans.length;
  return { projectId, hour: hourOf(receivedAt), outcome: "limited", category, reason: "trace_too_large", quantity };
}

function tally({ projectId, part, receivedAt, category }: DigestTrace, fresh: number): LedgerEntry[] {
  const whole = category === "transaction";
  const kept = whole ? Math.min(fresh, 1) : fresh;
  const duplicate = (whole ? 1 : part.spans.length) - kept;
  const hour = hourOf(receivedAt);
  return Object.entries({ kept, duplicate })
    .filter(([, quantity]) => quantity > 0)
    .map(([outcome, quantity]) => ({ projectId, hour, outcome: outcome as Outcome, category, reason: "", quantity }));
}
