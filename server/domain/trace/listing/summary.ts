import type { SpanId, TraceId } from "#server/domain/ids.ts";

/**
 * A trace's list data, which doesn't require its spans. Grows as parts arrive; merging is
 * commutative and associative.
 */
export type TraceSummary = {
  traceId: TraceId;
  /** The best root so far (`rootRank`), and its data. */
  root: TraceRoot;
  /**
   * The root's time in milliseconds since 1970, with fractions: its own start and end, or those of
   * the document load it caused. Earlier or later spans, and clock differences, don't extend it.
   */
  startedAt: number;
  endedAt: number;
  /** The times are those of a document load. */
  isDocument?: true;
  spanCount: number;
  errorCount: number;
  /**
   * In alphabetical order (merging an order by first start would require all starts), at most 50.
   */
  services: string[];
  /** The first environment of any span in alphabetical order. */
  environment?: string;
  /** The root's release. */
  release?: string;
};

/** Milliseconds, to the microsecond: the duration of a trace in lists, pages, and data. */
export const durationOf = ({
  startedAt,
  endedAt,
}: Pick<TraceSummary, "startedAt" | "endedAt">): number =>
  Math.round((endedAt - startedAt) * 1e3) / 1e3;

export type TraceRoot = {
  spanId: SpanId;
  service: string;
  name: string;
  /** The route pattern with a leading slash, if a span has one. */
  route?: string;
  kind: string;
  /**
   * 3: no parent. 2: its parent is remote. 1: its parent has not arrived. 0: otherwise (circular
   * spans, separate vitals of a browser). The highest, then the earliest, is the root.
   */
  rank: number;
  startedAt: number;
};
