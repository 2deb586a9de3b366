import type { AwaitedRequests } from "#server/domain/trace/timing/awaited-requests.ts";
import { isFrameworkLayer } from "#server/domain/trace/timing/framework-layer.ts";
import { roundingMs } from "#server/domain/trace/timing/interval.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { SampledRequest } from "./sampled-request.ts";

/** A changed schedule of a request. */
type Replay = {
  /** Each list starts with its first span. */
  together?: readonly TraceNode[][];
  /** Changed durations in milliseconds: 0 for a removed call. */
  lasting?: ReadonlyMap<TraceNode, number>;
};

/** Rounding of clocks. */
const overlapMs = 0.05;

/**
 * A request's savings in milliseconds, by replaying its schedule: a span starts with the same delay
 * after all that ended before it below the same parent, and a parent ends with the same delay after
 * the last child it waited for. Parallel work stays, and decides if it is longer. Only spans around
 * a change are recomputed.
 */
export function savedBy(
  { trace: { work }, node: top, overMs }: SampledRequest,
  replay: Replay,
): number {
  const durations = new Map(replay.lasting);
  const leaders = new Map(
    (replay.together ?? []).flatMap((run) =>
      run.slice(1).map((each): [TraceNode, TraceNode] => [each, run[0]!]),
    ),
  );
  const schedule = { durations, leaders, awaited: work.awaited, overMs };
  for (const node of aroundDeepestFirst(top, [...durations.keys(), ...leaders.keys()]))
    durations.set(node, durationIn(node, schedule));
  const lastedMs = overMs(top) - top.startMs;
  return Math.max(0, lastedMs - (durations.get(top) ?? lastedMs));
}

type Schedule = {
  durations: ReadonlyMap<TraceNode, number>;
  leaders: ReadonlyMap<TraceNode, TraceNode>;
  awaited: AwaitedRequests;
  overMs: SampledRequest["overMs"];
};

function aroundDeepestFirst(top: TraceNode, changed: TraceNode[]): TraceNode[] {
  const around = new Set<TraceNode>();
  for (const { parent } of changed)
    for (
      let node = parent;
      node && node.position >= top.position && !around.has(node);
      node = node.parent
    )
      around.add(node);
  return [...around].toSorted((a, b) => b.position - a.position);
}

/** Duration of a span with its children's new schedule. */
function durationIn(parent: TraceNode, schedule: Schedule): number {
  const { overMs } = schedule;
  const endOf = childEnds(parent, schedule);
  let [lastMs, newLastMs] = [-Infinity, -Infinity];
  for (const child of parent.children) {
    // A child that outlives its parent was not waited for.
    if (overMs(child) > overMs(parent) + (isFrameworkLayer(child.span) ? roundingMs : overlapMs))
      continue;
    lastMs = Math.max(lastMs, overMs(child));
    newLastMs = Math.max(newLastMs, endOf(child));
  }
  return overMs(parent) - parent.startMs - (lastMs === -Infinity ? 0 : lastMs - newLastMs);
}

/** When the children end, on the parent's clock. */
function childEnds(
  { children }: TraceNode,
  { durations, leaders, awaited, overMs }: Schedule,
): (child: TraceNode) => number {
  const starts = new Map<TraceNode, number>();
  const byEnd = children.toSorted((a, b) => overMs(a) - overMs(b));
  let ended = 0;
  let [reachedMs, newReachedMs] = [-Infinity, -Infinity];
  for (const child of children) {
    for (let next = byEnd[ended]; next && isOver(next, child); next = byEnd[++ended]) {
      reachedMs = Math.max(reachedMs, overMs(next));
      newReachedMs = Math.max(newReachedMs, endOf(next));
    }
    const leader = leaders.get(child);
    const startMs = ended === 0 ? child.startMs : newReachedMs + child.startMs - reachedMs;
    starts.set(child, (leader && starts.get(leader)) ?? startMs);
  }
  return endOf;

  function isOver(sibling: TraceNode, child: TraceNode): boolean {
    return overMs(sibling) <= child.startMs + overlapMs && starts.has(sibling);
  }

  /** A browser step that only waited for a request ends with it. */
  function endOf(child: TraceNode): number {
    const requests = awaited.get(child)?.filter((request) => starts.has(request)) ?? [];
    if (requests.length === 0)
      return (
        (starts.get(child) ?? child.startMs) +
        (durations.get(child) ?? overMs(child) - child.startMs)
      );
    const lastMs = requests.reduce((last, { endMs }) => Math.max(last, endMs), -Infinity);
    return (
      requests.reduce((last, request) => Math.max(last, endOf(request)), -Infinity) +
      child.endMs -
      lastMs
    );
  }
}
