import { isFrameworkLayer } from "./framework-layer.ts";
import { roundingMs } from "./interval.ts";
import { isOtherProcess } from "./process.ts";
import type { TraceNode } from "./trace-tree.ts";

/**
 * When spans are over, milliseconds. A framework's layer (Express' routers, middleware, and handlers) ends when it hands on or when
 * the response ends, whatever its children still do. It is over with the last of them, as far as the request waited: the span of the
 * server, or the topmost one.
 */
export function layerEnds(nodes: readonly TraceNode[]): (node: TraceNode) => number {
  if (!nodes.some(outlivesLayer)) return sentEnd;
  const requestEnds = Float64Array.from(nodes, sentEnd);
  for (const [index, { parent, span }] of nodes.entries())
    if (parent && span.kind !== "server") requestEnds[index] = requestEnds[parent.position]!;
  const ends = Float64Array.from(nodes, sentEnd);
  // Backwards, so that a layer's children are over before it.
  for (let index = nodes.length - 1; index > 0; index--) {
    const { parent, span } = nodes[index]!;
    if (!parent || ends[index]! <= ends[parent.position]!) continue;
    const isWaitedFor = ends[index]! <= requestEnds[parent.position]! + roundingMs;
    if (isWaitedFor && isFrameworkLayer(parent.span) && !isOtherProcess(parent.span, span))
      ends[parent.position] = ends[index]!;
  }
  return ({ position }) => ends[position]!;
}

const sentEnd = ({ endMs }: TraceNode): number => endMs;

const outlivesLayer = ({ parent, endMs }: TraceNode): boolean =>
  parent !== undefined && endMs > parent.endMs && isFrameworkLayer(parent.span);
