import type { DayName } from "#server/domain/retention/plan.ts";
import type { TelemetryDay } from "#server/storage/retention/retention-store.ts";

/** What was found in a day when it was measured last. */
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

/** `bytes` is what it takes on disk now; without a row it was not measured yet. */
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
