import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { focusOn, skipTo } from "./change-view.ts";
import { chooseOpen, type OpenLimits } from "./choose-open.ts";
import { type Entry, type EntryReader, entryReader, type Shown, windowed } from "./entries.ts";
import type { Fold } from "./fold.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { TraceView } from "./trace-view.ts";
import { visibleSpans } from "./visible-spans.ts";

/** The content of each row of a waterfall before drawing. Depth counts from the top of the view. */
export type OutlineRow =
  | { kind: "span"; node: TraceNode; depth: number; below: "nothing" | "open" | "closed" }
  | { kind: "fold"; fold: Fold; depth: number; isOpen: boolean }
  | MoreRow;

/** Rows omitted before or after; `view` shows them. */
export type MoreRow = {
  kind: "more";
  where: "before" | "after";
  count: number;
  depth: number;
  view: TraceView;
};

/**
 * Up to `wholeSpans` visible spans are all shown, as long as they make at most `wholeRows` rows.
 * `only`: of the spans, only these and the ones around them are visible.
 */
export type OutlineLimits = OpenLimits & {
  wholeSpans: number;
  wholeRows: number;
  only?: ReadonlySet<TraceNode>;
};

// A row takes about 60 bytes of a compressed page, its ID a sixth of that: 2,000 rows would exceed
// the budget.
export const outlineLimits: OutlineLimits = {
  wholeSpans: 2_000,
  wholeRows: 700,
  rowCap: 500,
  siblingCap: 100,
};

/**
 * The rows of a view. A large trace is open where it matters (`chooseOpen`); omitted rows have a
 * link, so that every span is reachable. With `all`, everything is listed, `rowCap` rows per page.
 */
export function outline(
  trace: AnalyzedTrace,
  view: TraceView,
  limits: OutlineLimits = outlineLimits,
): OutlineRow[] {
  const visible = visibleSpans(trace, view, limits.only);
  const focus = view.focus === undefined ? undefined : trace.byId.get(view.focus);
  const reader = entryReader(view, visible);
  const top = topEntries(trace, focus, reader);
  const isSmall = countVisible(trace, visible, focus) <= limits.wholeSpans;
  const rows = isSmall || view.all ? list(whole(top), everything(view, reader), view) : [];
  if (isSmall && rows.length <= limits.wholeRows) return rows;
  if (view.all) return page(rows, view, limits.rowCap);
  const shownTop = windowed(top, focus ? 0 : view.skip, limits.rowCap);
  const open = chooseOpen(trace, view, { top: shownTop, reader, limits });
  return list(shownTop, (node) => open.get(node) ?? closedOrNothing(node, reader), view);
}

function topEntries(
  { tree }: AnalyzedTrace,
  focus: TraceNode | undefined,
  reader: EntryReader,
): Entry[] {
  return focus ? [{ kind: "span", node: focus, isMember: false }] : reader.of(tree.roots);
}

function countVisible(
  { tree }: AnalyzedTrace,
  visible: Uint8Array | undefined,
  focus: TraceNode | undefined,
): number {
  const [from, to] = focus ? [focus.position, focus.last + 1] : [0, tree.nodes.length];
  return visible ? visible.subarray(from, to).reduce((count, each) => count + each, 0) : to - from;
}

const whole = (entries: Entry[]): Shown => ({ before: 0, entries, after: 0 });

type Below = (node: TraceNode) => Shown | "closed" | "nothing";

function everything({ closed }: TraceView, reader: EntryReader): Below {
  const isClosed = new Set<string>(closed);
  return (node) =>
    !isClosed.has(node.span.spanId) && reader.hasAny(node.children)
      ? whole(reader.of(node.children))
      : closedOrNothing(node, reader);
}

const closedOrNothing = ({ children }: TraceNode, reader: EntryReader) =>
  reader.hasAny(children) ? "closed" : "nothing";

type Waiting = { entry: Entry; depth: number } | MoreRow;

/** Depth first with an explicit stack: traces may be deeper than the call stack. */
function list(top: Shown, below: Below, view: TraceView): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const waiting = inReverse(top, 0, undefined, view);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ("kind" in next) rows.push(next);
    else if (next.entry.kind === "fold") rows.push({ ...next.entry, depth: next.depth });
    else {
      const { node, isMember } = next.entry;
      const depth = isMember ? next.depth + 1 : next.depth;
      const shown = below(node);
      rows.push({ kind: "span", node, depth, below: typeof shown === "string" ? shown : "open" });
      if (typeof shown !== "string")
        for (const each of inReverse(shown, depth + 1, node, view)) waiting.push(each);
    }
  }
  return rows;
}

function inReverse(
  shown: Shown,
  depth: number,
  parent: TraceNode | undefined,
  view: TraceView,
): Waiting[] {
  const { before, entries, after } = shown;
  const at = (skip: number): TraceView => skipTo(whereParentIs(view, parent), skip);
  const waiting: Waiting[] = [];
  if (after > 0) {
    waiting.push({
      kind: "more",
      where: "after",
      count: after,
      depth,
      view: at(before + entries.length),
    });
  }
  for (let index = entries.length - 1; index >= 0; index--)
    waiting.push({ entry: entries[index]!, depth });
  if (before > 0)
    waiting.push({ kind: "more", where: "before", count: before, depth, view: at(0) });
  return waiting;
}

/**
 * The view that pages through the parent's children: with it in focus, over the same time range.
 */
function whereParentIs(view: TraceView, parent: TraceNode | undefined): TraceView {
  if (parent === undefined || parent.span.spanId === view.focus) return view;
  return { ...focusOn(view, parent.span.spanId), ...(view.zoom && { zoom: view.zoom }) };
}

function page(rows: OutlineRow[], view: TraceView, rowCap: number): OutlineRow[] {
  const from = Math.min(view.skip, Math.max(0, rows.length - 1));
  const to = from + rowCap;
  const more = (where: MoreRow["where"], count: number, skip: number): MoreRow[] =>
    count > 0 ? [{ kind: "more", where, count, depth: 0, view: skipTo(view, skip) }] : [];
  return [
    ...more("before", from, Math.max(0, from - rowCap)),
    ...rows.slice(from, to),
    ...more("after", rows.length - to, to),
  ];
}
