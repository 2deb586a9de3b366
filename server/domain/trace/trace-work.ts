import { type AwaitedRequests, awaitedRequests } from "./awaited-requests.ts";
import { isMeasurement } from "./browser-span.ts";
import { layerEnds } from "./layer-ends.ts";
import type { TraceNode, TraceTree } from "./trace-tree.ts";

/** What self times and the critical path both go by, found once for each span of a trace. */
export type TraceWork = {
  awaited: AwaitedRequests;
  /** When a span was over. Frameworks end the spans of their layers earlier. */
  overMs: (node: TraceNode) => number;
  /** By position: 1 where the span only says when something was measured. */
  measured: Uint8Array;
};

export const traceWork = (tree: TraceTree): TraceWork => ({
  awaited: awaitedRequests(tree),
  overMs: layerEnds(tree.nodes),
  measured: Uint8Array.from(tree.nodes, (node) => Number(isMeasurement(node))),
});
