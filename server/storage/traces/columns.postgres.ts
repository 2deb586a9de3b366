import type { ShapedTraceRow } from "#server/storage/traces/row.ts";
import type { Day } from "#server/storage/postgres/days.ts";

/** A trace's row with its shape and day. */
export type DayTraceRow = ShapedTraceRow & { day: Day };

/** `t` is the trace, `s` its shape. */
export const selectTraces = `SELECT t.day, t.id, t.trace_id, t.shape_id, t.received_at, t.root_span_id, t.root_started_at,
    t.started_at, t.ended_at, t.span_count, t.error_count, t.pack, t."offset", t.length, s.environment, s.shape
  FROM traces t JOIN trace_shapes s ON s.lane = t.lane AND s.day = t.day AND s.id = t.shape_id`;
