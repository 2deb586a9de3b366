import { type AwaitedRequests, awaitedRequests } from "./awaited-requests.ts";
import { isMeasurement } from "#server/domain/trace/browser-span.ts";
import { isFrameworkLayer } from "./framework-layer.ts";
import { roundingMs } from "./interval.ts";
import { isOtherProcess } from "./process.ts";
import type { TraceNode, TraceTree } from "#server/domain/trace/trace-tree.ts";

/** Input of self times and the critical path, computed once per trace. */
export type TraceWork = {
  awaited: AwaitedRequests;
  /** By position: when a span was over. Frameworks end the spans of their layers earlier. */
  overMs: Float64Array;
  /** By position: 1 for a measurement. */
  measured: Uint8Array;
};

export function traceWork(tree: TraceTree): TraceWork {
  const measured = new Uint8Array(tree.nodes.length);
  for (const node of tree.nodes) if (isMeasurement(node)) measured[node.position] = 1;
  return { awaited: awaitedRequests(tree), overMs: layerEnds(tree.nodes), measured };
}

/**
 * When spans are over, in milliseconds by position. A framework's layer (Express routers,
 * middleware, handlers) ends when it hands on or when the response ends, regardless of its
 * children. It is over with the last of them, as far as the request waited: the server's span, or
 * the topmost one.
 */
function layerEnds(nodes: readonly TraceNode[]): Float64Array {
  const ends = new Float64Array(nodes.length);
  for (const { position, endMs } of nodes) ends[position] = endMs;
  const layers = outlivedLayers(nodes);
  if (layers.size === 0) return ends;
  const requestEnds = ends.slice();
  for (const { position, parent, span } of nodes)
    if (parent && span.kind !== "server") requestEnds[position] = requestEnds[parent.position]!;
  // Backwards, so that a layer's children are over before it.
  for (let index = nodes.length - 1; index > 0; index--) {
    const { parent, span } = nodes[index]!;
    if (!parent || ends[index]! <= ends[parent.position]!) continue;
    const isWaitedFor = ends[index]! <= requestEnds[parent.position]! + roundingMs;
    if (isWaitedFor && isFrameworkLayer(parent.span) && !isOtherProcess(parent.span, span))
      ends[parent.position] = ends[index]!;
  }
  return ends;
}

/** Layers that a child outlives. Each parent is tested once. */
function outlivedLayers(nodes: readonly TraceNode[]): Set<TraceNode> {
  const layers = new Set<TraceNode>();
  let judged: TraceNode | undefined;
  for (const { parent, endMs } of nodes) {
    if (!parent || parent === judged || endMs <= parent.endMs) continue;
    judged = parent;
    if (isFrameworkLayer(parent.span)) layers.add(parent);
  }
  return layers;
}
