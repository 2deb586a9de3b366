import type { SpanId, TraceId } from "#server/domain/ids.ts";

/**
 * What lists know of a trace without reading its spans. It grows as parts arrive; merging is
 * commutative and associative.
 */
export type TraceSummary = {
  traceId: TraceId;
  /** The best root seen so far (`rootRank`), and what it says. */
  root: TraceRoot;
  /**
   * When the root worked, in milliseconds since 1970, with fractions: its own start and end, or
   * those of the document load that its answer became. What happened before or after, and clocks
   * that disagree, do not stretch it.
   */
  startedAt: number;
  endedAt: number;
  /** The times are those of a document load. */
  isDocument?: true;
  spanCount: number;
  errorCount: number;
  /**
   * In alphabetical order (the order of first start cannot be merged without keeping all the
   * starts), 50 at most.
   */
  services: string[];
  /** The first in the alphabet that any span names. */
  environment?: string;
  /** The root's. */
  release?: string;
};

/**
 * Milliseconds, to the microsecond. Lists, pages, and data show this as the duration of a trace.
 */
export const durationOf = ({
  startedAt,
  endedAt,
}: Pick<TraceSummary, "startedAt" | "endedAt">): number =>
  Math.round((endedAt - startedAt) * 1e3) / 1e3;

export type TraceRoot = {
  spanId: SpanId;
  service: string;
  name: string;
  /** The route pattern with a leading slash, where a span tells one. */
  route?: string;
  kind: string;
  /**
   * 3 no parent · 2 its parent is remote · 1 its parent has not come · 0 none of these: spans in a
   * circle, vitals that a browser sent on their own. The higher, then the earlier, is the root.
   */
  rank: number;
  startedAt: number;
};
