import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { AnalysedTrace } from "#server/domain/trace/analyse.ts";
import { criticalPathOf } from "#server/domain/trace/critical-path.ts";
import { type FramedStep, routeFrames } from "#server/domain/trace/route-frame.ts";
import { subtree, type TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { Call } from "./call.ts";
import { callsBelow } from "./calls-below.ts";

/** One run of an operation: its span and what lies below it. The unit in which everything is found and counted. */
export type SampledRequest = {
  trace: AnalysedTrace;
  node: TraceNode;
  /** The span and all below it, parents first. */
  nodes: TraceNode[];
  durationMs: number;
  /** Loaders, actions and middleware of its routes. */
  steps: FramedStep[];
  /** What its code awaited, by the place of its span in `nodes`. */
  calls: readonly (Call | undefined)[];
  /** When a span of it was over. Frameworks end the spans of their layers earlier. */
  overMs: (node: TraceNode) => number;
  /** How long the request waited for a span of it or for something below that, milliseconds on the request's own critical path. */
  waitedFor: (node: TraceNode) => number;
  /** The same for the span itself, without what is below it. */
  ownWaitMs: (node: TraceNode) => number;
};

export type SpanRef = { traceId: TraceId; spanId: SpanId };

/** Undefined when the trace does not hold the span: a part of it may not have come. */
export function sampledRequest(trace: AnalysedTrace, spanId: SpanId): SampledRequest | undefined {
  const node = trace.byId.get(spanId);
  if (!node) return undefined;
  const nodes = subtree(trace.tree, node);
  const steps = stepsBelow(trace, node);
  return {
    ...{ trace, node, nodes, steps, calls: callsBelow(nodes, steps) },
    durationMs: node.endMs - node.startMs,
    overMs: ({ position }) => trace.work.overMs[position]!,
    ...waitsOf(trace, node, nodes),
  };
}

export const refOf = ({ span: { traceId, spanId } }: TraceNode): SpanRef => ({ traceId, spanId });

/** Those of another service's routes that a loader called are its own business. */
function stepsBelow({ tree }: AnalysedTrace, top: TraceNode): FramedStep[] {
  const frames = new Map(routeFrames(tree).map((frame) => [frame.node, frame]));
  let at: TraceNode | undefined = top;
  while (at && !frames.has(at)) at = at.parent;
  const steps = (at && frames.get(at)?.steps) ?? [];
  return steps.filter(({ node: { position } }) => position >= top.position && position <= top.last);
}

type Waits = Pick<SampledRequest, "waitedFor" | "ownWaitMs">;

function waitsOf({ work }: AnalysedTrace, top: TraceNode, nodes: TraceNode[]): Waits {
  const path = criticalPathOf(top, work);
  const upTo = new Float64Array(nodes.length + 1);
  for (const [index, { position }] of nodes.entries()) {
    const own = path.get(position)?.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) ?? 0;
    upTo[index + 1] = upTo[index]! + own;
  }
  const between = (from: number, to: number) => upTo[to - top.position + 1]! - upTo[from - top.position]!;
  return {
    waitedFor: ({ position, last }) => between(position, last),
    ownWaitMs: ({ position }) => between(position, position),
  };
}
