import type { SpanId } from "#server/domain/ids.ts";
import type { AnalyzedTrace } from "./timing/analyze.ts";
import type { Interval } from "./timing/interval.ts";
import { durationMs, type Span } from "./span.ts";
import type { Place, TraceNode } from "./trace-tree.ts";

/** One span of an analyzed trace: additional data for its panel and its data form. */
export type SpanFacts = {
  span: Span;
  /** Milliseconds since 1970 with fractions, as sent. */
  startedAt: number;
  /** Milliseconds since the trace's start, corrected unless the trace was analyzed raw. */
  startMs: number;
  shiftedMs: number;
  durationMs: number;
  selfMs: number;
  failed: boolean;
  /** When the trace waited for this span; empty off the critical path. */
  critical: Interval[];
  place: Place;
  inverted: boolean;
  /** The parent as drawn: a page load's request is below its load. */
  parentSpanId?: SpanId;
  childCount: number;
  /** Number of its descendants. */
  descendantCount: number;
};

export function factsOf({ selfMs, failed, critical }: AnalyzedTrace, node: TraceNode): SpanFacts {
  const { span, position, last, startMs, shiftedMs, place, inverted, parent, children } = node;
  return {
    span,
    startedAt: startedAt(span),
    startMs,
    shiftedMs,
    durationMs: durationMs(span),
    selfMs: selfMs[position]!,
    failed: failed[position] === 1,
    critical: critical.get(position) ?? [],
    place,
    inverted,
    ...(parent && { parentSpanId: parent.span.spanId }),
    childCount: children.length,
    descendantCount: last - position,
  };
}

// Whole milliseconds and the rest separately, because nanoseconds since 1970 exceed a double.
const startedAt = ({ startedAtNs }: Span): number =>
  Number(startedAtNs / 1_000_000n) + Number(startedAtNs % 1_000_000n) / 1e6;
