import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import type { TraceNode, TraceTree } from "#server/domain/trace/trace-tree.ts";
import type { TraceView } from "./trace-view.ts";

/** By position, 1 for visible spans: those requested, and their ancestors. Undefined: all. */
export function visibleSpans(
  { tree, failed }: AnalyzedTrace,
  { onlyErrors, zoom }: TraceView,
  only?: ReadonlySet<TraceNode>,
): Uint8Array | undefined {
  if (!onlyErrors && !zoom && !only) return undefined;
  const wanted = Uint8Array.from(tree.nodes, (node) => {
    const { position, startMs, endMs } = node;
    const isOnAxis = !zoom || (startMs <= zoom.toMs && endMs >= zoom.fromMs);
    const isAsked = (!onlyErrors || failed[position] === 1) && (!only || only.has(node));
    return Number(isOnAxis && isAsked);
  });
  return withAncestors(tree, wanted);
}

/** Marks all ancestors of marked spans. Backwards, so that a child precedes its parent. */
export function withAncestors({ nodes }: TraceTree, marks: Uint8Array): Uint8Array {
  const marked = marks.slice();
  for (let position = nodes.length - 1; position >= 0; position--) {
    const { parent } = nodes[position]!;
    if (parent && marked[position] === 1) marked[parent.position] = 1;
  }
  return marked;
}
