import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { criticalPathOf } from "#server/domain/trace/timing/critical-path.ts";
import { isFrameworkLayer } from "#server/domain/trace/timing/framework-layer.ts";
import { clip, coveredMs } from "#server/domain/trace/timing/interval.ts";
import { type FramedStep, routeFrames } from "#server/domain/trace/route-tree/route-frame.ts";
import { subtree, type TraceNode } from "#server/domain/trace/trace-tree.ts";
import { type Call, callOf } from "./call.ts";

/** One run of an operation: its span and all below it. The unit of findings and counts. */
export type SampledRequest = {
  trace: AnalyzedTrace;
  node: TraceNode;
  /** The span and all below it, parents first. */
  nodes: TraceNode[];
  durationMs: number;
  /** Loaders, actions, and middleware of its routes. */
  steps: FramedStep[];
  /** Calls awaited by its code, by index of their span in `nodes`. */
  calls: readonly (Call | undefined)[];
  /** When a span was over. Frameworks end the spans of their layers earlier. */
  overMs: (node: TraceNode) => number;
  /**
   * How long the request waited for a span or its descendants, in milliseconds on the request's own
   * critical path.
   */
  waitedFor: (node: TraceNode) => number;
  /** The same for the span without its descendants. */
  ownWaitMs: (node: TraceNode) => number;
};

export type SpanRef = { traceId: TraceId; spanId: SpanId };

/** Undefined if the trace lacks the span: a part of it may not have arrived. */
export function sampledRequest(trace: AnalyzedTrace, spanId: SpanId): SampledRequest | undefined {
  const node = trace.byId.get(spanId);
  if (!node) return undefined;
  const nodes = subtree(trace.tree, node);
  const steps = stepsBelow(trace, node);
  return {
    trace,
    node,
    nodes,
    steps,
    calls: callsBelow(nodes, steps),
    durationMs: node.endMs - node.startMs,
    overMs: ({ position }) => trace.work.overMs[position]!,
    ...waitsOf(trace, node, nodes),
  };
}

export const refOf = ({ span: { traceId, spanId } }: TraceNode): SpanRef => ({ traceId, spanId });

/** Steps of another service called by a loader belong to that service. */
function stepsBelow({ tree }: AnalyzedTrace, top: TraceNode): FramedStep[] {
  const frames = new Map(routeFrames(tree).map((frame) => [frame.node, frame]));
  let at: TraceNode | undefined = top;
  while (at && !frames.has(at)) at = at.parent;
  const steps = (at && frames.get(at)?.steps) ?? [];
  return steps.filter(({ node: { position } }) => position >= top.position && position <= top.last);
}

type Waits = Pick<SampledRequest, "waitedFor" | "ownWaitMs">;

function waitsOf({ work }: AnalyzedTrace, top: TraceNode, nodes: TraceNode[]): Waits {
  const path = criticalPathOf(top, work);
  const upTo = new Float64Array(nodes.length + 1);
  for (const [index, { position }] of nodes.entries()) {
    const own = path.get(position)?.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) ?? 0;
    upTo[index + 1] = upTo[index]! + own;
  }
  const between = (from: number, to: number) =>
    upTo[to - top.position + 1]! - upTo[from - top.position]!;
  return {
    waitedFor: ({ position, last }) => between(position, last),
    ownWaitMs: ({ position }) => between(position, position),
  };
}

/**
 * What a request's code awaited, by index of the span in `nodes`: calls, and functions that mainly
 * wait for calls (an object mapper's `findMany` represents its query). Spans below a call belong to
 * the other side.
 */
function callsBelow(
  nodes: readonly TraceNode[],
  steps: readonly FramedStep[],
): (Call | undefined)[] {
  const stepNodes = new Set(steps.map(({ node }) => node));
  const calls: (Call | undefined)[] = Array.from({ length: nodes.length });
  // Backwards, so that a function's awaited calls are known before the function.
  for (let index = nodes.length - 1; index > 0; index--) {
    const node = nodes[index]!;
    calls[index] = stepNodes.has(node) ? undefined : (callOf(node.span) ?? wrapperOf(node));
  }
  return calls;

  function wrapperOf(node: TraceNode): Call | undefined {
    if (node.span.kind !== "internal" || node.children.length === 0 || isFrameworkLayer(node.span))
      return undefined;
    const below = node.children.map((child) => ({
      child,
      call: calls[child.position - nodes[0]!.position],
    }));
    const awaited = below.filter(({ call }) => call !== undefined);
    const waits = awaited.flatMap(({ child }) => clip(intervalOf(child), intervalOf(node)) ?? []);
    if (awaited.length === 0 || coveredMs(waits) < leastWaiting * (node.endMs - node.startMs))
      return undefined;
    const query = awaited.find(({ call }) => call!.query)?.call!.query;
    const movable = below.every(({ call }) => call?.movable === true);
    return {
      label: node.span.name.slice(0, longestLabel),
      ...(query && { query }),
      movable,
      isAround: true,
    };
  }
}

const leastWaiting = 0.8;
const longestLabel = 100;

const intervalOf = ({ startMs, endMs }: TraceNode) => ({ fromMs: startMs, toMs: endMs });
