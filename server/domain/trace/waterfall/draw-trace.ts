import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { type Axis, axisOf, type Bar, barOn, segmentsOn } from "./axis.ts";
import { type DurationParts, durationParts } from "#server/domain/trace/duration-parts.ts";
import type { Fold } from "./fold.ts";
import type { Interval } from "#server/domain/trace/timing/interval.ts";
import {
  type MoreRow,
  outline,
  type OutlineLimits,
  outlineLimits,
  type OutlineRow,
} from "./outline.ts";
import { spanTitle } from "#server/domain/trace/span-title.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { TraceView } from "./trace-view.ts";

/**
 * A waterfall for rendering. Plain data; flags that are false are absent, because a page has
 * hundreds of rows.
 */
export type TraceDrawing = {
  axis: Axis;
  /** By first start; a row's `service` is an index into it, and the color's number. */
  services: string[];
  rows: TraceRow[];
};

export type TraceRow = SpanRow | FoldRow | MoreRow;

export type SpanRow = {
  kind: "span";
  spanId: SpanId;
  depth: number;
  /** Its operation (`span-title.ts`). */
  op?: string;
  name: string;
  service: number;
  /** Absent if the span is outside the shown time. */
  bar?: Bar;
  duration: DurationParts;
  critical?: Bar[];
  flags: SpanFlag[];
  /** The state of the row's toggle; absent without children. */
  below?: "open" | "closed";
  /** Number of descendants, if they are not shown. */
  hidden?: number;
  /** Milliseconds, if the clock was corrected. */
  shiftedMs?: number;
};

/**
 * `orphan`: its parent is missing. `cycle`: a circular parent reference was removed here.
 * `cached-load`: another load of a cached page. `report`: a vital sent separately. `inverted`:
 * drawn around its sent parent. `starts-before`, `ends-after`: cut off by the axis.
 */
export type SpanFlag =
  | "failed"
  | "orphan"
  | "cycle"
  | "cached-load"
  | "report"
  | "inverted"
  | "starts-before"
  | "ends-after";

export type FoldRow = {
  kind: "fold";
  key: string;
  depth: number;
  op?: string;
  label: string;
  service: number;
  count: number;
  /** From the first start to the last end. */
  bar?: Bar;
  total: DurationParts;
  longest: DurationParts;
  longestSpanId: SpanId;
  critical?: Bar[];
  /** Failed spans among them and their descendants. */
  failedCount: number;
  isOpen: boolean;
};

/**
 * The rows of a view with their bars. A trace above the limits is folded and cut, so that its page
 * stays small (BUDGETS.md); see `outline`.
 */
export function drawTrace(
  trace: AnalyzedTrace,
  view: TraceView,
  limits: OutlineLimits = outlineLimits,
): TraceDrawing {
  const axis = axisOf(shownTime(trace, view));
  const draw = rowDrawer(trace, axis);
  return { axis, services: trace.services, rows: outline(trace, view, limits).map(draw) };
}

/** The zoomed range, otherwise the whole focus. */
function shownTime({ tree, byId }: AnalyzedTrace, { focus, zoom }: TraceView): Interval {
  const node = focus === undefined ? undefined : byId.get(focus);
  if (zoom) return zoom;
  if (!node) return { fromMs: 0, toMs: tree.durationMs };
  let toMs = node.endMs;
  let fromMs = node.startMs;
  for (let position = node.position; position <= node.last; position++) {
    fromMs = Math.min(fromMs, tree.nodes[position]!.startMs);
    toMs = Math.max(toMs, tree.nodes[position]!.endMs);
  }
  return { fromMs, toMs };
}

function rowDrawer(trace: AnalyzedTrace, axis: Axis): (row: OutlineRow) => TraceRow {
  const colors = new Map(trace.services.map((service, index) => [service, index]));
  return (row) => {
    if (row.kind === "more") return row;
    const service = colors.get(row.kind === "span" ? row.node.span.service : row.fold.service)!;
    return row.kind === "span"
      ? spanRow(trace, axis, row, service)
      : foldRow(trace, axis, row, service);
  };
}

function spanRow(
  trace: AnalyzedTrace,
  axis: Axis,
  row: OutlineRow & { kind: "span" },
  service: number,
): SpanRow {
  const { node, depth, below } = row;
  const { span, startMs, endMs, shiftedMs, position, last } = node;
  const critical = segmentsOn(axis, trace.critical.get(position) ?? []);
  return {
    kind: "span",
    spanId: span.spanId,
    depth,
    ...spanTitle(span),
    service,
    ...barField(axis, { fromMs: startMs, toMs: endMs }),
    duration: durationParts(endMs - startMs),
    ...(critical.length > 0 && { critical }),
    flags: flagsOf(trace, axis, node),
    ...(below !== "nothing" && { below }),
    ...(below === "closed" && { hidden: last - position }),
    ...(shiftedMs !== 0 && { shiftedMs }),
  };
}

function flagsOf({ failed }: AnalyzedTrace, axis: Axis, node: TraceNode): SpanFlag[] {
  const { position, place, inverted, startMs, endMs } = node;
  return [
    ...(failed[position] === 1 ? (["failed"] as const) : []),
    ...(place === "child" || place === "root" ? [] : [place]),
    ...(inverted ? (["inverted"] as const) : []),
    ...(startMs < axis.fromMs ? (["starts-before"] as const) : []),
    ...(endMs > axis.toMs ? (["ends-after"] as const) : []),
  ];
}

function foldRow(
  trace: AnalyzedTrace,
  axis: Axis,
  row: OutlineRow & { kind: "fold" },
  service: number,
): FoldRow {
  const { fold, depth, isOpen } = row;
  const critical = segmentsOn(axis, criticalOf(trace, fold));
  return {
    kind: "fold",
    key: fold.key,
    depth,
    ...(fold.op !== undefined && { op: fold.op }),
    label: fold.label,
    service,
    count: fold.members.length,
    ...barField(axis, { fromMs: fold.startMs, toMs: fold.endMs }),
    total: durationParts(fold.totalMs),
    longest: durationParts(fold.longest.endMs - fold.longest.startMs),
    longestSpanId: fold.longest.span.spanId,
    ...(critical.length > 0 && { critical }),
    failedCount: fold.members.reduce((count, member) => count + failuresIn(trace, member), 0),
    isOpen,
  };
}

/** Includes everything hidden in the fold, not only the siblings. */
function criticalOf({ critical }: AnalyzedTrace, { members }: Fold): Interval[] {
  const segments = members.flatMap(({ position, last }) => {
    const inside: Interval[] = [];
    for (let at = position; at <= last; at++) inside.push(...(critical.get(at) ?? []));
    return inside;
  });
  return segments.toSorted((a, b) => a.fromMs - b.fromMs);
}

function failuresIn({ failed }: AnalyzedTrace, { position, last }: TraceNode): number {
  return failed.subarray(position, last + 1).reduce((count, each) => count + each, 0);
}

function barField(axis: Axis, interval: Interval): { bar?: Bar } {
  const bar = barOn(axis, interval);
  return bar ? { bar } : {};
}
