import type { Parentage } from "./parentage.ts";
import { isApart, type TraceNode, type TraceTree } from "#server/domain/trace/trace-tree.ts";

/** Milliseconds since `originNs`, by span index. */
export type Times = {
  originNs: bigint;
  startMs: Float64Array;
  endMs: Float64Array;
  shiftedMs: Float64Array;
};

/**
 * The tree in drawing order: siblings by start, then longer first, then by ID, so that the result
 * doesn't depend on arrival. Without recursion, because a chain may be as long as the trace.
 */
export function arrange(parentage: Parentage, times: Times): TraceTree {
  const roots = linkNodes(parentage, times);
  const nodes = depthFirst(roots);
  markLast(nodes);
  const origin = startFromZero(nodes, roots, times.originNs);
  return { nodes, roots, originNs: origin, durationMs: mainEnd(nodes, roots) };
}

function linkNodes({ spans, parents, places, inverted }: Parentage, times: Times): TraceNode[] {
  const all = spans.map((span, index): TraceNode => ({
    span,
    position: -1,
    last: -1,
    depth: 0,
    parent: undefined,
    children: [],
    place: places[index]!,
    inverted: inverted.has(index),
    startMs: times.startMs[index]!,
    endMs: times.endMs[index]!,
    shiftedMs: times.shiftedMs[index]!,
  }));
  const roots: TraceNode[] = [];
  for (let index = 0; index < all.length; index++) {
    const node = all[index]!;
    node.parent = all[parents[index]!];
    (node.parent?.children ?? roots).push(node);
  }
  // Sorts per parent: sorting all nodes at once takes twice as long.
  roots.sort(
    (a, b) => Number(a.place === "report") - Number(b.place === "report") || drawingOrder(a, b),
  );
  for (const { children } of all) if (children.length > 1) children.sort(drawingOrder);
  return roots;
}

const drawingOrder = (a: TraceNode, b: TraceNode): number =>
  a.startMs - b.startMs || b.endMs - a.endMs || (a.span.spanId < b.span.spanId ? -1 : 1);

function depthFirst(roots: TraceNode[]): TraceNode[] {
  const nodes: TraceNode[] = [];
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    node.position = nodes.push(node) - 1;
    node.depth = node.parent ? node.parent.depth + 1 : 0;
    for (let index = node.children.length - 1; index >= 0; index--)
      waiting.push(node.children[index]!);
  }
  return nodes;
}

/** Backwards, so that a node's last child already has its last descendant. */
function markLast(nodes: TraceNode[]): void {
  for (let position = nodes.length - 1; position >= 0; position--) {
    const node = nodes[position]!;
    node.last = node.children.at(-1)?.last ?? position;
  }
}

function startFromZero(nodes: TraceNode[], roots: TraceNode[], originNs: bigint): bigint {
  const earliest = earliestOf(nodes, roots);
  if (earliest === 0) return originNs;
  for (const node of nodes) {
    node.startMs -= earliest;
    node.endMs -= earliest;
  }
  return originNs + BigInt(Math.round(earliest * 1e6));
}

function earliestOf(nodes: TraceNode[], roots: TraceNode[]): number {
  let earliest = Infinity;
  for (const node of mainNodes(nodes, roots)) earliest = Math.min(earliest, node.startMs);
  return earliest === Infinity ? 0 : earliest;
}

/**
 * A late point in time (a vital reported when the reader leaves) does not extend the trace; a trace
 * of only such points ends with the last.
 */
function mainEnd(nodes: TraceNode[], roots: TraceNode[]): number {
  let [end, lastMoment] = [0, 0];
  for (const { startMs, endMs } of mainNodes(nodes, roots)) {
    if (endMs > startMs) end = Math.max(end, endMs);
    else lastMoment = Math.max(lastMoment, endMs);
  }
  return end > 0 ? end : lastMoment;
}

function* mainNodes(nodes: TraceNode[], roots: TraceNode[]): Generator<TraceNode> {
  for (const root of roots) {
    if (isApart(root)) continue;
    for (let position = root.position; position <= root.last; position++) yield nodes[position]!;
  }
}
