import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { expand, focusOn, skipTo, unfold } from "./change-view.ts";
import { foldSiblings } from "./fold.ts";
import { outline } from "./outline.ts";
import type { TraceView } from "./trace-view.ts";

/**
 * The view with a row for the span: folds around it are unfolded, and in a large trace its
 * ancestors are expanded. Collapsed spans and folds, and filters, are kept.
 */
export function reveal(trace: AnalyzedTrace, view: TraceView, spanId: SpanId): TraceView {
  const node = trace.byId.get(spanId);
  if (!node || hasRow(trace, view, node)) return view;
  const path = pathTo(node);
  const unfolded = path.reduce((open, each) => unfoldAround(trace, open, each), view);
  if (hasRow(trace, unfolded, node)) return unfolded;
  if (view.closed.length > 0 || view.onlyErrors || view.focus !== undefined) return view;
  // Only some spans of a large trace are expanded unless asked for, and only some siblings listed.
  const open = path.slice(0, -1).reduce((asked, each) => expand(asked, each.span.spanId), unfolded);
  return hasRow(trace, open, node) || !node.parent ? open : besideSiblings(open, node.parent, node);
}

const hasRow = (trace: AnalyzedTrace, view: TraceView, node: TraceNode): boolean =>
  outline(trace, view).some((row) => row.kind === "span" && row.node === node);

/** The span and its ancestors, outermost first. */
function pathTo(node: TraceNode): TraceNode[] {
  const path: TraceNode[] = [];
  for (let each: TraceNode | undefined = node; each; each = each.parent) path.unshift(each);
  return path;
}

function unfoldAround({ tree }: AnalyzedTrace, view: TraceView, node: TraceNode): TraceView {
  const siblings = foldSiblings(node.parent?.children ?? tree.roots);
  const item = siblings.find((each) => each.kind === "fold" && each.fold.members.includes(node));
  if (item?.kind !== "fold" || view.closed.includes(item.fold.key)) return view;
  return unfold(view, item.fold.key);
}

function besideSiblings(view: TraceView, parent: TraceNode, node: TraceNode): TraceView {
  return skipTo(focusOn(view, parent.span.spanId), parent.children.indexOf(node));
}
