import { isFrameworkLayer } from "#server/domain/trace/framework-layer.ts";
import { roundingMs } from "#server/domain/trace/interval.ts";
import { isOtherProcess } from "#server/domain/trace/process.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/**
 * When spans of a request are over, milliseconds. A framework's layer (Express' routers, middleware, and handlers) ends when it
 * hands on or when the response ends, whatever its children still do. It is over with the last of them, as far as the request
 * waited: the span of the server, or the topmost of `nodes`.
 */
export function layerEnds(nodes: readonly TraceNode[]): (node: TraceNode) => number {
  const first = nodes[0]!.position;
  const requestEnds = Float64Array.from(nodes, ({ endMs }) => endMs);
  for (const [index, { parent, span }] of nodes.entries())
    if (index > 0 && span.kind !== "server") requestEnds[index] = requestEnds[parent!.position - first]!;
  const ends = Float64Array.from(nodes, ({ endMs }) => endMs);
  // Backwards, so that a layer's children are over before it.
  for (let index = nodes.length - 1; index > 0; index--) {
    const { parent, span } = nodes[index]!;
    const parentIndex = parent!.position - first;
    const outlives = ends[index]! > ends[parentIndex]! && ends[index]! <= requestEnds[parentIndex]! + roundingMs;
    if (outlives && isFrameworkLayer(parent!.span) && !isOtherProcess(parent!.span, span))
      ends[parentIndex] = ends[index]!;
  }
  return ({ position }) => ends[position - first]!;
}
