import type { DayName } from "#server/domain/retention/plan.ts";
import type { TelemetryDay } from "#server/storage/retention/retention-store.ts";

/** Contents of a day as last measured. */
export type MeasuredDayRow = {
  day: DayName;
  measured_at: number;
  file_bytes: number;
  event_bytes: number;
  trace_bytes: number;
  attachment_bytes: number;
  thinned: number;
  events: number;
  traces: number;
};

/** `bytes`: current size on disk. Without a row, the day was not measured yet. */
export function telemetryDayOf(
  day: DayName,
  bytes: number,
  row: MeasuredDayRow | undefined,
): TelemetryDay {
  return {
    day,
    bytes,
    thinned: row?.thinned === 1,
    events: row?.events ?? 0,
    traces: row?.traces ?? 0,
    eventBytes: row?.event_bytes ?? 0,
    traceBytes: row?.trace_bytes ?? 0,
    attachmentBytes: row?.attachment_bytes ?? 0,
    ...(row && { measuredAt: row.measured_at }),
  };
}
