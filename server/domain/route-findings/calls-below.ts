import { isFrameworkLayer } from "#server/domain/trace/framework-layer.ts";
import { coveredMs, clip } from "#server/domain/trace/interval.ts";
import type { FramedStep } from "#server/domain/trace/route-frame.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { type Call, callOf } from "./call.ts";

/**
 * What the code of a request awaited, by the place of its span in `nodes`: calls, and functions that do little but wait for
 * calls (an object mapper's `findMany` around its query stands for the query). What lies below a call is the other side's.
 */
export function callsBelow(nodes: readonly TraceNode[], steps: readonly FramedStep[]): (Call | undefined)[] {
  const stepNodes = new Set(steps.map(({ node }) => node));
  const calls: (Call | undefined)[] = Array.from({ length: nodes.length });
  // Backwards, so that what a function waited for is known before the function.
  for (let index = nodes.length - 1; index > 0; index--) {
    const node = nodes[index]!;
    calls[index] = stepNodes.has(node) ? undefined : (callOf(node.span) ?? wrapperOf(node));
  }
  return calls;

  function wrapperOf(node: TraceNode): Call | undefined {
    if (node.span.kind !== "internal" || node.children.length === 0 || isFrameworkLayer(node.span)) return undefined;
    const below = node.children.map((child) => ({ child, call: calls[child.position - nodes[0]!.position] }));
    const awaited = below.filter(({ call }) => call !== undefined);
    const waits = awaited.flatMap(({ child }) => clip(intervalOf(child), intervalOf(node)) ?? []);
    if (awaited.length === 0 || coveredMs(waits) < leastWaiting * (node.endMs - node.startMs)) return undefined;
    const query = awaited.find(({ call }) => call!.query)?.call!.query;
    const movable = below.every(({ call }) => call?.movable === true);
    return { label: node.span.name.slice(0, longestLabel), ...(query && { query }), movable, isAround: true };
  }
}

const leastWaiting = 0.8;
const longestLabel = 100;

const intervalOf = ({ startMs, endMs }: TraceNode) => ({ fromMs: startMs, toMs: endMs });
