import type { TraceSample } from "#server/domain/rollup/sample.ts";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { type RouteTree, routeTreeAround } from "#server/domain/trace/route-tree/route-tree.ts";
import { type Visit, visitOf } from "#server/domain/trace/listing/visit-of.ts";
import type { ReleaseRollup, RollupFilter } from "#server/storage/rollups/rollup-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { ReadTrace } from "./read-trace.ts";

export type TypicalTrace = Omit<TraceSample, "release"> & { visit: Visit };
export type TypicalDeps = { store: Store; readTrace: ReadTrace };
type TypicalPair = { from?: ReadTypical; to?: ReadTypical };
type ReadTypical = TypicalTrace & { tree: RouteTree | undefined };
type Filter = RollupFilter & { operationId: number };

/** The traces nearest to the median are chosen from this many. */
const candidates = 60;
const mostReads = 5;
const mostSpans = 5_000;

/**
 * A trace of each release near its median, both of the same kind of visit: navigations have
 * different spans than page loads. If the first few share no kind, the nearest of each.
 */
export async function typicalPair(
  deps: TypicalDeps,
  filter: Filter,
  releases: { from: ReleaseRollup; to: ReleaseRollup },
): Promise<TypicalPair> {
  const [from, to] = await Promise.all([
    nearest(deps, filter, releases.from),
    nearest(deps, filter, releases.to),
  ]);
  const read = { from: [] as ReadTypical[], to: [] as ReadTypical[] };
  for (let turn = 0; turn < mostReads; turn++) {
    const [one, other] = await Promise.all([
      readOne(deps, filter, from[turn]),
      readOne(deps, filter, to[turn]),
    ]);
    if (one) read.from.push(one);
    if (other) read.to.push(other);
    const alike = pairOf(read);
    if (alike) return alike;
  }
  const [one, other] = [read.from[0], read.to[0]];
  return { ...(one && { from: one }), ...(other && { to: other }) };
}

function pairOf({ from, to }: { from: ReadTypical[]; to: ReadTypical[] }): TypicalPair | undefined {
  for (const one of from) {
    const other = to.find(({ visit }) => visit === one.visit);
    if (other) return { from: one, to: other };
  }
  return undefined;
}

async function nearest({ store }: TypicalDeps, filter: Filter, { release, rollup }: ReleaseRollup) {
  const medianMs = rollup.durations.quantile(0.5) ?? 0;
  const samples = await store.rollups.samples({
    ...filter,
    release,
    class: "random",
    limit: candidates,
  });
  return samples.toSorted(
    (a, b) => Math.abs(a.durationMs - medianMs) - Math.abs(b.durationMs - medianMs),
  );
}

/** Undefined if the trace is deleted or too large. */
async function readOne(
  { store, readTrace }: TypicalDeps,
  { projectId }: Filter,
  sample: TraceSample | undefined,
): Promise<ReadTypical | undefined> {
  if (!sample) return undefined;
  const spans = await store.traces.spanCount(projectId, sample.traceId);
  const reading = spans > 0 && spans <= mostSpans && (await readTrace(projectId, sample.traceId));
  if (!reading) return undefined;
  const trace = analyzeTrace(reading.spans);
  return {
    ...sample,
    visit: visitOf(trace, sample.spanId),
    tree: routeTreeAround(trace, sample.spanId),
  };
}
