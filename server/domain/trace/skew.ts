import { arrange } from "./arrange.ts";
import { clockFinder } from "./clock.ts";
import { type CallTimes, shiftOf } from "./clock-shift.ts";
import { isBrowser } from "./browser-span.ts";
import type { Parentage } from "./parentage.ts";
import type { TraceNode, TraceTree } from "./trace-tree.ts";

/**
 * The same tree with the clocks of its processes made to agree, each moved span saying by how much (`shiftedMs`). All spans
 * of a clock move together, and only where the calls between the two cannot have happened as sent: what a child began late
 * was queued or on the network. Never moved is a browser below a server: that page really went on after its request
 * (PROTOCOL B.6).
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

/** Milliseconds by position. Parents come before their children, so a clock's callers are known when it is first met. */
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

/** By position, a number for each clock. */
function clocksOf(nodes: TraceNode[]): Int32Array {
  const clocks = new Int32Array(nodes.length);
  const clockOf = clockFinder();
  for (const { position, parent, span } of nodes)
    clocks[position] = clockOf(span, parent && { span: parent.span, clock: clocks[parent.position]! });
  return clocks;
}

/** The calls into one clock that say something of it: from clocks that are known, and not from a server to its page. */
function callsFrom(known: Map<number, number>, clocks: Int32Array, children: TraceNode[]): CallTimes[] {
  const calls: CallTimes[] = [];
  for (const child of children) {
    const parent = child.parent!;
    const shiftMs = known.get(clocks[parent.position]!);
    if (shiftMs === undefined || (isBrowser(child.span) && !isBrowser(parent.span))) continue;
    calls.push({ parent, child, shiftMs, isAwaited: isSynchronous(parent, child) });
  }
  return calls;
}

/** What goes through a queue may run long after whoever put it there. */
const isSynchronous = (parent: TraceNode, child: TraceNode) =>
  child.span.kind !== "consumer" && parent.span.kind !== "producer";
