import { bytesText } from "#app/ui/format/bytes.ts";
import { BarsChart } from "#app/ui/chart/bars-chart.tsx";
import { ChartTable } from "#app/ui/chart/chart-table.tsx";
import { dayText } from "#app/ui/format/ago.ts";
import { Day } from "#app/ui/format/day.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { dayMs } from "#server/domain/time.ts";
import { daysLeft } from "#server/domain/retention/forecast.ts";
import type { RetentionLimits } from "#server/domain/retention/limits.ts";
import type { TelemetryDay } from "#server/storage/retention/retention-store.ts";
import { whenWords } from "./forecast-part.tsx";

type DaysProps = { days: TelemetryDay[]; limits: RetentionLimits; now: number };

const columns = ["Day (UTC)", "On disk", "Events", "Traces", "Expires"];

/** A bar per day; below, the contents and expiration of each. */
export function DaysPart({ days, limits, now }: DaysProps) {
  const first = days[0];
  if (!first) return <p className="empty">No data stored yet.</p>;
  const window = { since: Date.parse(first.day), until: Date.parse(days.at(-1)!.day) + dayMs };
  const bytesOf = new Map(days.map(({ day, bytes }) => [Date.parse(day), bytes]));
  const steps = Array.from(
    { length: (window.until - window.since) / dayMs },
    (_, n) => window.since + n * dayMs,
  );
  return (
    <>
      <BarsChart
        sentence={`${counted(days.length, "day")} since ${dayText(Date.parse(first.day), now)}, at most ${bytesText(Math.max(...bytesOf.values()))} each.`}
        {...{ window, label: bytesText, values: steps.map((at) => bytesOf.get(at) ?? 0) }}
      />
      <ChartTable
        caption="Days, newest first, and when they expire"
        columns={columns}
        rows={days.toReversed().map((day) => ({ key: day.day, cells: cellsOf(day, limits, now) }))}
      />
    </>
  );
}

function cellsOf(
  { day, bytes, events, traces, thinned, measuredAt }: TelemetryDay,
  limits: RetentionLimits,
  now: number,
) {
  const number = (count: number) => (measuredAt === undefined ? "Not counted yet" : grouped(count));
  return [
    <Day key="day" day={day} now={now} />,
    bytesText(bytes),
    thinned ? `${number(events)}, downsampled` : number(events),
    number(traces),
    whenWords(daysLeft(day, limits, now)),
  ];
}
