import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { type EntryReader, rowsOf, type Shown, windowed } from "./entries.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { TraceView } from "./trace-view.ts";
import { withAncestors } from "./visible-spans.ts";

/** At most `rowCap` rows in total, and at most `siblingCap` below one parent. */
export type OpenLimits = { rowCap: number; siblingCap: number };

/**
 * The open spans of a trace too large to draw fully, and what is shown below each: first the focus
 * and spans opened by the reader, then failures, then the critical path, longest first, while rows
 * are left. Spans closed by the reader stay closed.
 */
export function chooseOpen(
  trace: AnalyzedTrace,
  view: TraceView,
  { top, reader, limits }: { top: Shown; reader: EntryReader; limits: OpenLimits },
): Map<TraceNode, Shown> {
  const open = new Map<TraceNode, Shown>();
  const isClosed = new Set<string>(view.closed);
  const asked = askedFor(view);
  const rank = ranking(trace, asked);
  const waiting = openable(top);
  let left = limits.rowCap - rowsOf(top);
  for (let node = takeBest(waiting, rank); node && left > 0; node = takeBest(waiting, rank)) {
    const isInFocus = node.span.spanId === view.focus;
    const isAsked = asked.has(node.span.spanId);
    const room = isInFocus ? left : Math.min(limits.siblingCap, isAsked ? left : Infinity);
    const shown = windowed(reader.of(node.children), isInFocus ? view.skip : 0, room);
    if (rowsOf(shown) > left && !isAsked) continue;
    open.set(node, shown);
    left -= rowsOf(shown);
    waiting.push(...openable(shown));
  }
  return open;

  function openable({ entries }: Shown): TraceNode[] {
    const nodes = entries.flatMap((entry) => (entry.kind === "span" ? entry.node : []));
    return nodes.filter(
      ({ span, children }) => !isClosed.has(span.spanId) && reader.hasAny(children),
    );
  }
}

/**
 * Spans that the reader opened, including parents of opened folds, whose key starts with the
 * parent's ID.
 */
function askedFor({ focus, open }: TraceView): Set<string> {
  const spans = open.map((key) => key.split(".", 1)[0]!);
  return new Set(focus ? [focus, ...spans] : spans);
}

/**
 * Higher ranks open first. Durations never outweigh a reason, because they are shares of the whole.
 */
function ranking(
  { tree, failed, critical }: AnalyzedTrace,
  asked: Set<string>,
): (node: TraceNode) => number {
  const hasFailure = withAncestors(tree, failed);
  return ({ span, position, startMs, endMs }) => {
    const reasons =
      8 * Number(asked.has(span.spanId)) +
      4 * hasFailure[position]! +
      2 * Number(critical.has(position));
    return reasons + (endMs - startMs) / (tree.durationMs + 1);
  };
}

// A linear search: at most a few hundred nodes wait, because each has a row.
function takeBest(waiting: TraceNode[], rank: (node: TraceNode) => number): TraceNode | undefined {
  if (waiting.length === 0) return undefined;
  let best = 0;
  for (let index = 1; index < waiting.length; index++) {
    if (rank(waiting[index]!) > rank(waiting[best]!)) best = index;
  }
  const [node] = waiting.splice(best, 1);
  return node;
}
