import type { ProjectId, SpanId } from "#server/domain/ids.ts";
import { type OutcomeEntry, traceCategory } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import { joinTerms } from "#server/domain/trace/terms/part-terms.ts";
import { addCalls, callsBetween } from "#server/domain/trace/terms/service-calls.ts";
import {
  eachSpanId,
  joinSpanIds,
  noSpanIds,
  type SpanIds,
  spanIdsOf,
} from "#server/domain/trace/terms/span-ids.ts";
import { mergeSummaries } from "#server/domain/trace/listing/summary-of.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { TracePart } from "#server/domain/trace/terms/trace-part.ts";
import {
  type EdgeChange,
  type TraceChange,
  traceKey,
  type TraceName,
  type TraceTransaction,
} from "#server/storage/traces/trace-store.ts";
import { type AbsorbedRollups, RollupChanges } from "./absorb-rollups.ts";
import type { SpanFolding } from "./fold-spans.ts";
import type { RecentSpans } from "./recent-spans.ts";
import type { SampleMemory } from "./sample-memory.ts";

/** The part of a trace in one request. */
export type DigestTrace = {
  projectId: ProjectId;
  part: TracePart;
  receivedAt: number;
  /** The category in outcomes: each span, or a transaction as one. */
  category: "span" | "transaction";
};

/** Reads a part's bytes. The digest knows no protocol. */
export type PartReading = {
  /** The same part without unwanted spans; undefined if none is left. */
  sift(part: TracePart, wanted: (spanId: SpanId) => boolean): TracePart | undefined;
  spanIds(parts: Uint8Array[]): Iterable<SpanId>;
};

export type SpanMemory = { recent: RecentSpans; samples: SampleMemory; reading: PartReading };

type AbsorbedTraces = AbsorbedRollups & {
  traces: TraceChange[];
  edges: EdgeChange[];
  outcomes: OutcomeEntry[];
  /** Call after the commit: a batch that is retried must not find its own spans. */
  remember: () => void;
};

/** A trace that never ends is stored up to this size. Later spans count as rate limited. */
export const traceSpansMax = 200_000;

type Gathered = { name: TraceName; key: string; arrivals: DigestTrace[] };

/**
 * Groups a batch's spans by trace, drops those already stored, and computes each trace's new
 * summary.
 */
export async function absorbTraces(
  transaction: TraceTransaction,
  arrivals: DigestTrace[],
  { recent, samples, reading }: SpanMemory,
  folding?: Pick<SpanFolding, "counted" | "count">,
): Promise<AbsorbedTraces> {
  const gathered = gather(arrivals);
  const known = await transaction.tracesFor(gathered.map(({ name }) => name));
  const remembered = ({ key }: Gathered) => trusted(recent.of(key), known.get(key));
  const unread = gathered
    .filter((trace) => known.has(trace.key) && !remembered(trace))
    .map(({ name }) => name);
  const parts =
    unread.length === 0 ? new Map<string, Uint8Array[]>() : await transaction.partsOf(unread);
  const rollups = new RollupChanges(samples, folding);
  const absorbed = gathered.map((trace) => {
    const kept = remembered(trace) ?? spanIdsOf(reading.spanIds(parts.get(trace.key) ?? []));
    return absorbTrace(trace, known.get(trace.key), kept, { reading, rollups });
  });
  return {
    ...rollups.collect(),
    traces: absorbed.flatMap(({ change }) => change ?? []).toSorted(byStart),
    edges: sumEdges(absorbed.flatMap(({ edges }) => edges)),
    outcomes: absorbed.flatMap(({ outcomes }) => outcomes),
    remember() {
      for (const { key, seen } of absorbed) if (seen.length > 0) recent.remember(key, seen);
      rollups.remember();
    },
  };
}

/** New traces are listed in batch order, and SDKs order spans by end or by service. */
const byStart = (a: TraceChange, b: TraceChange): number =>
  a.summary.startedAt - b.summary.startedAt;

/** One edge per pair: a batch has one per trace, and each is a write. */
function sumEdges(edges: EdgeChange[]): EdgeChange[] {
  const sums = new Map<string, EdgeChange>();
  for (const edge of edges) {
    const key = `${edge.projectId}\n${edge.hour}\n${edge.from}\n${edge.to}`;
    const sum = sums.get(key);
    if (sum) addCalls(sum, edge);
    else sums.set(key, edge);
  }
  return [...sums.values()];
}

/** Another process may have added to a trace since. The memory is valid only if it is complete. */
const trusted = (spans: SpanIds | undefined, known: TraceSummary | undefined) =>
  known === undefined || spans?.length === known.spanCount ? spans : undefined;

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

type AbsorbedTrace = {
  key: string;
  seen: SpanIds;
  change?: TraceChange;
  edges: EdgeChange[];
  outcomes: OutcomeEntry[];
};

function absorbTrace(
  { name, key, arrivals }: Gathered,
  known: TraceSummary | undefined,
  kept: SpanIds,
  { reading, rollups }: { reading: PartReading; rollups: RollupChanges },
): AbsorbedTrace {
  if ((known?.spanCount ?? 0) >= traceSpansMax)
    return { key, seen: noSpanIds, edges: [], outcomes: arrivals.map(tooMany) };
  const seen = new SeenSpans(kept);
  const outcomes: OutcomeEntry[] = [];
  const fresh: TracePart[] = [];
  for (const arrival of arrivals) {
    const rest = seen.unseen(arrival.part, reading);
    tally(outcomes, arrival, rest?.spans.length ?? 0);
    if (!rest) continue;
    rollups.add({ ...name, receivedAt: arrival.receivedAt }, rest);
    fresh.push(rest);
  }
  if (fresh.length === 0) return { key, seen: seen.all, edges: [], outcomes };
  const { projectId } = name;
  const { receivedAt } = arrivals[0]!;
  const hour = hourOf(receivedAt);
  // Traces are counted in addition to spans: pages show how many sampling has kept.
  if (!known)
    outcomes.push({
      projectId,
      hour,
      outcome: "kept",
      category: traceCategory,
      reason: "",
      quantity: 1,
    });
  const edges = callsBetween(fresh).map((call) => ({ ...call, projectId, hour }));
  return {
    key,
    seen: seen.all,
    edges,
    outcomes,
    change: { projectId, receivedAt, ...changeOf(known, fresh) },
  };
}

/** Span IDs of one trace. Most parts are the first of their trace and need no lookup. */
class SeenSpans {
  all: SpanIds;
  #ids: Set<SpanId> | undefined;

  constructor(kept: SpanIds) {
    this.all = kept;
  }

  /** The part without known spans; undefined if all are known. Marks the rest as known. */
  unseen(part: TracePart, reading: PartReading): TracePart | undefined {
    const rest = this.#hasAny(part.spans)
      ? reading.sift(part, (spanId) => !this.#ids!.has(spanId))
      : part;
    if (rest) {
      this.all = joinSpanIds(this.all, rest.spans);
      this.#ids = undefined;
    }
    return rest;
  }

  #hasAny(spans: SpanIds): boolean {
    if (this.all.length === 0) return false;
    const ids = (this.#ids ??= new Set(eachSpanId(this.all)));
    for (const id of eachSpanId(spans)) if (ids.has(id)) return true;
    return false;
  }
}

/** Joins parts by concatenation: protobuf merges messages with lists that way. */
function changeOf(
  known: TraceSummary | undefined,
  fresh: TracePart[],
): Pick<TraceChange, "summary" | "part" | "terms"> {
  const summaries = fresh.map(({ summary }) => summary);
  return {
    summary: (known ? [known, ...summaries] : summaries).reduce(mergeSummaries),
    part: fresh.length === 1 ? fresh[0]!.bytes : Buffer.concat(fresh.map(({ bytes }) => bytes)),
    terms: fresh.length === 1 ? fresh[0]!.terms : joinTerms(fresh.map(({ terms }) => terms)),
  };
}

function tooMany({ projectId, part, receivedAt, category }: DigestTrace): OutcomeEntry {
  const quantity = category === "transaction" ? 1 : part.spans.length;
  return {
    projectId,
    hour: hourOf(receivedAt),
    outcome: "limited",
    category,
    reason: "trace_too_large",
    quantity,
  };
}

function tally(
  outcomes: OutcomeEntry[],
  { projectId, part, receivedAt, category }: DigestTrace,
  fresh: number,
): void {
  const whole = category === "transaction";
  const kept = whole ? Math.min(fresh, 1) : fresh;
  const duplicate = (whole ? 1 : part.spans.length) - kept;
  const hour = hourOf(receivedAt);
  if (kept > 0)
    outcomes.push({ projectId, hour, outcome: "kept", category, reason: "", quantity: kept });
  if (duplicate > 0)
    outcomes.push({
      projectId,
      hour,
      outcome: "duplicate",
      category,
      reason: "",
      quantity: duplicate,
    });
}
