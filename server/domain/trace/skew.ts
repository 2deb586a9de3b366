import { arrange } from "./arrange.ts";
import { isBrowser } from "./browser-span.ts";
import { clockComparer } from "./clock.ts";
import type { Parentage } from "./parentage.ts";
import type { TraceNode, TraceTree } from "./trace-tree.ts";

/** Browsers round to whole milliseconds: less than that is no wrong clock. */
const toleranceMs = 1;

/**
 * The same tree with the clocks of its processes made to agree, each moved span saying by how much (`shiftedMs`). A span
 * timed by another clock than its parent's that cannot have run when it says is put in the middle of its parent, and what
 * it called moves with it: Jaeger's rule, which people expect. Never moved is a browser's span below a server's: that page
 * really went on after its request (PROTOCOL B.6).
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

/** Milliseconds by position. Parents stand before their children, so one pass sees every parent already moved. */
function shiftsOf({ nodes }: TraceTree): Float64Array {
  const shifts = new Float64Array(nodes.length);
  const haveSameClock = clockComparer();
  for (const node of nodes) {
    const { parent, position } = node;
    if (!parent) continue;
    const inherited = shifts[parent.position]!;
    const isTrusted = haveSameClock(parent.span, node.span);
    shifts[position] = isTrusted ? inherited : shiftOf(parent, inherited, node);
  }
  return shifts;
}

function shiftOf(parent: TraceNode, parentShift: number, child: TraceNode): number {
  if (isBrowser(child.span) && !isBrowser(parent.span)) return 0;
  const slackMs = duration(parent) - duration(child);
  const mustFit = slackMs >= 0 && isSynchronous(parent, child);
  // Where the parent was moved its other half of the system may have been right all along.
  for (const shift of [parentShift, 0]) if (isPlausible(parent, parentShift, child, shift, mustFit)) return shift;
  const startMs = parent.startMs + parentShift + (mustFit ? slackMs / 2 : 0);
  return Math.round((startMs - child.startMs) * 1e6) / 1e6;
}

function isPlausible(
  parent: TraceNode,
  parentShift: number,
  child: TraceNode,
  shift: number,
  mustFit: boolean,
): boolean {
  if (child.startMs + shift < parent.startMs + parentShift - toleranceMs) return false;
  return !mustFit || child.endMs + shift <= parent.endMs + parentShift + toleranceMs;
}

/** What goes through a queue may run long after whoever put it there. */
const isSynchronous = (parent: TraceNode, child: TraceNode) =>
  child.span.kind !== "consumer" && parent.span.kind !== "producer";

const duration = ({ startMs, endMs }: TraceNode) => endMs - startMs;
