import { arrange } from "./arrange.ts";
import { clockFinder } from "#server/domain/trace/clock.ts";
import { isBrowser } from "#server/domain/trace/browser-span.ts";
import type { Interval } from "./interval.ts";
import type { Parentage } from "./parentage.ts";
import type { TraceNode, TraceTree } from "#server/domain/trace/trace-tree.ts";

/**
 * The same tree with consistent process clocks; each moved span has its shift (`shiftedMs`). All
 * spans of a clock move together, and only if the calls between two clocks are impossible as sent:
 * a late start may be queueing or network time. A browser below a server is never moved, because
 * that page did continue after its request.
 */
export function correctSkew(tree: TraceTree): TraceTree {
  const shifts = shiftsOf(tree);
  if (shifts.every((shift) => shift === 0)) return tree;
  return arrange(parentageOf(tree), {
    originNs: tree.originNs,
    startMs: shifts.map((shift, position) => tree.nodes[position]!.startMs + shift),
    endMs: shifts.map((shift, position) => tree.nodes[position]!.endMs + shift),
    shiftedMs: shifts,
  });
}

function parentageOf({ nodes }: TraceTree): Parentage {
  return {
    spans: nodes.map(({ span }) => span),
    parents: Int32Array.from(nodes, ({ parent }) => parent?.position ?? -1),
    places: nodes.map(({ place }) => place),
    inverted: new Set(nodes.filter(({ inverted }) => inverted).map(({ position }) => position)),
  };
}

/**
 * Milliseconds by position. Parents come before their children, so a clock's callers are known
 * first.
 */
function shiftsOf({ nodes }: TraceTree): Float64Array {
  const clocks = clocksOf(nodes);
  const calls = Map.groupBy(
    nodes.filter((node) => node.parent && clocks[node.position] !== clocks[node.parent.position]),
    ({ position }) => clocks[position]!,
  );
  const known = new Map<number, number>();
  const shifts = new Float64Array(nodes.length);
  for (const { position, parent } of nodes) {
    const clock = clocks[position]!;
    let shift = known.get(clock);
    if (shift === undefined) {
      shift = parent ? shiftOf(callsFrom(known, clocks, calls.get(clock) ?? [])) : 0;
      known.set(clock, shift);
    }
    shifts[position] = shift;
  }
  return shifts;
}

/** The clock number of each position. */
function clocksOf(nodes: TraceNode[]): Int32Array {
  const clocks = new Int32Array(nodes.length);
  const clockOf = clockFinder();
  for (const { position, parent, span } of nodes)
    clocks[position] = clockOf(
      span,
      parent && { span: parent.span, clock: clocks[parent.position]! },
    );
  return clocks;
}

/**
 * Calls into one clock that are informative: from known clocks, and not from a server to its page.
 */
function callsFrom(
  known: Map<number, number>,
  clocks: Int32Array,
  children: TraceNode[],
): CallTimes[] {
  const calls: CallTimes[] = [];
  for (const child of children) {
    const parent = child.parent!;
    const shiftMs = known.get(clocks[parent.position]!);
    if (shiftMs === undefined || (isBrowser(child.span) && !isBrowser(parent.span))) continue;
    calls.push({ parent, child, shiftMs, isAwaited: isSynchronous(parent, child) });
  }
  return calls;
}

/** Queued work may run long after it was enqueued. */
const isSynchronous = (parent: TraceNode, child: TraceNode) =>
  child.span.kind !== "consumer" && parent.span.kind !== "producer";

type Times = { startMs: number; endMs: number };

/** A call between two clocks, at the times sent. `shiftMs`: shift of the parent's clock. */
type CallTimes = { parent: Times; child: Times; shiftMs: number; isAwaited: boolean };

/** Browsers round to whole milliseconds: a smaller difference is not a wrong clock. */
const toleranceMs = 1;

/**
 * A server's span ends when its response is sent, which a busy process notices after the client has
 * received it. Measured: 18 ms.
 */
const lateEndMs = 25;

/**
 * The shift of the children's clock, from all calls into it: 0, or the callers' shift, if every
 * call is then possible; otherwise the middle of the allowed range, which is right if a network is
 * equally slow in both directions. If no single shift fits, children that only end too late were
 * not waited for.
 */
function shiftOf(calls: readonly CallTimes[]): number {
  const [first] = calls;
  if (!first) return 0;
  const allowed = intersectionOf(calls.map(allowedShift));
  for (const shift of [first.shiftMs, 0]) if (isWithin(allowed, shift)) return shift;
  if (allowed.toMs === Infinity || allowed.toMs < allowed.fromMs)
    return rounded(Math.max(allowed.fromMs, 0));
  return rounded((allowed.fromMs + allowed.toMs) / 2);
}

/** A child starts after its parent, and an awaited one ends before it unless it is longer. */
function allowedShift({ parent, child, shiftMs, isAwaited }: CallTimes): Interval {
  const fromMs = parent.startMs + shiftMs - child.startMs;
  const toMs = parent.endMs + shiftMs - child.endMs;
  return { fromMs, toMs: isAwaited && toMs >= fromMs ? toMs : Infinity };
}

const intersectionOf = (intervals: Interval[]): Interval =>
  intervals.reduce((a, b) => ({
    fromMs: Math.max(a.fromMs, b.fromMs),
    toMs: Math.min(a.toMs, b.toMs),
  }));

const isWithin = ({ fromMs, toMs }: Interval, shift: number): boolean =>
  shift >= fromMs - toleranceMs && shift <= toMs + lateEndMs;

const rounded = (ms: number): number => Math.round(ms * 1e6) / 1e6;
