import type { TraceFacts } from "#server/domain/search/traces/trace-query.ts";
import { mayBeAsset } from "#server/domain/trace/listing/asset-request.ts";
import { mayBeDetached } from "#server/domain/trace/listing/detached-span.ts";
import { idleBelowMs } from "#server/domain/trace/listing/idle-interaction.ts";
import type { TraceRoot, TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { type UnlistedKind, unlistedKindOf } from "#server/domain/trace/listing/unlisted.ts";
import { bytesOfId, spanIdText, traceIdText } from "./ids.ts";

/** Position of a part: its frame, and its bytes in the decompressed frame. */
export type PartPlace = { pack: number; offset: number; length: number };

/**
 * `root_started_at` is null unless the times are those of a document load. The part is the trace's
 * first.
 */
type TraceRow = PartPlace & {
  id: number;
  trace_id: Uint8Array;
  shape_id: number;
  received_at: number;
  root_span_id: Uint8Array;
  root_started_at: number | null;
  started_at: number;
  ended_at: number;
  span_count: number;
  error_count: number;
};

export type ShapedTraceRow = TraceRow & { environment: string | null; shape: string };

/**
 * Common to many traces, as stored in `trace_shapes`: JSON in a fixed order. The environment is a
 * column.
 */
type Shape = [
  service: string,
  name: string,
  route: string | null,
  kind: string,
  rank: number,
  release: string | null,
  ...services: string[],
];

export function shapeText({ root, release, services }: TraceSummary): string {
  const shape: Shape = [
    root.service,
    root.name,
    root.route ?? null,
    root.kind,
    root.rank,
    release ?? null,
    ...services,
  ];
  return JSON.stringify(shape);
}

/** Facts of a trace that don't require its spans. */
export const factsOf = (row: ShapedTraceRow): TraceFacts => ({
  durationMs: row.ended_at - row.started_at,
  spans: row.span_count,
  errors: row.error_count,
  unlisted: unlistedKindOfRow(row),
});

/** The shape is parsed only if the numbers and its text don't decide. */
export const unlistedKindOfRow = (row: ShapedTraceRow): UnlistedKind | undefined =>
  row.error_count === 0 &&
  ((row.span_count === 1 && row.ended_at - row.started_at < idleBelowMs) ||
    mayBeAsset.test(row.shape) ||
    mayBeDetached.test(row.shape))
    ? unlistedKindOf(summaryOf(row))
    : undefined;

export function summaryOf(row: ShapedTraceRow): TraceSummary {
  const [service, name, route, kind, rank, release, ...services] = JSON.parse(row.shape) as Shape;
  const root: TraceRoot = {
    spanId: spanIdText(row.root_span_id),
    service,
    name,
    ...(route !== null && { route }),
    kind,
    rank,
    startedAt: row.root_started_at ?? row.started_at,
  };
  return {
    traceId: traceIdText(row.trace_id),
    root,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    ...(row.root_started_at !== null && { isDocument: true }),
    spanCount: row.span_count,
    errorCount: row.error_count,
    services,
    ...(row.environment !== null && { environment: row.environment }),
    ...(release !== null && { release }),
  };
}

/** Columns that change as parts arrive, in the order of `shape_id` and from `root_span_id` on. */
export function changingValues(summary: TraceSummary, shapeId: number) {
  const { root, startedAt, endedAt, isDocument, spanCount, errorCount } = summary;
  const rootStartedAt = isDocument ? root.startedAt : null;
  return [
    shapeId,
    bytesOfId(root.spanId, 8),
    rootStartedAt,
    startedAt,
    endedAt,
    spanCount,
    errorCount,
  ];
}
