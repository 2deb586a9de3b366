import { type AwaitedRequests, awaitedRequests } from "./awaited-requests.ts";
import { isMeasurement } from "./browser-span.ts";
import { layerEnds } from "./layer-ends.ts";
import type { TraceTree } from "./trace-tree.ts";

/** What self times and the critical path both go by, found once for each span of a trace. */
export type TraceWork = {
  awaited: AwaitedRequests;
  /** By position: when a span was over. Frameworks end the spans of their layers earlier. */
  overMs: Float64Array;
  /** By position: 1 where the span only says when something was measured. */
  measured: Uint8Array;
};

export function traceWork(tree: TraceTree): TraceWork {
  const measured = new Uint8Array(tree.nodes.length);
  for (const node of tree.nodes) if (isMeasurement(node)) measured[node.position] = 1;
  return { awaited: awaitedRequests(tree), overMs: layerEnds(tree.nodes), measured };
}
