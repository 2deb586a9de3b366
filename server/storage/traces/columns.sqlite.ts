import type { ShapedTraceRow } from "#server/storage/traces/row.ts";

/** `batch`: the last that changed the row. */
export type BatchedTraceRow = ShapedTraceRow & { batch: number };

export const traceColumns =
  "id, batch, trace_id, shape_id, received_at, root_span_id, root_started_at, started_at, ended_at, span_count, error_count, pack, offset, length";

export const shapedTraces = (table: string): string =>
  `SELECT ${traceColumns.replace("id,", "t.id AS id,")}, s.environment AS environment, s.shape AS shape
   FROM ${table} t CROSS JOIN trace_shapes s ON s.id = t.shape_id`;
