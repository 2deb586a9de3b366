import { Moment } from "#app/routes/routes/period-text.tsx";
import { ChartTable, rowX } from "#app/ui/chart/chart-table.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { durationText } from "#app/ui/format/duration.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { type Strip as StripData, type StripCell, stripWords } from "./strip-cells.ts";
import { Strip } from "./strip.tsx";

type TimelineProps = { strip: StripData; releases: readonly ReleaseMark[]; now: number };

/** Statuses and durations of runs on one time axis, also as a table. */
export function Timeline({ strip, releases, now }: TimelineProps) {
  const { cells, since, stepMs } = strip;
  const told = cells.filter(({ worst }) => worst);
  const window = { since, until: since + cells.length * stepMs };
  if (told.length === 0) return null;
  return (
    <figure className="chart">
      <figcaption>
        <span>
          Since <Moment at={since} now={now} /> UTC: {stripWords(strip)}
        </span>
      </figcaption>
      <Strip strip={strip} title="Check-ins over time" releases={releases} />
      <Durations {...{ cells, window, stepMs, releases }} />
      <ChartTable
        caption="Check-ins over time, UTC"
        columns={["Since", "Check-ins", "Mean duration"]}
        rows={told.map((cell) => ({
          key: String(cell.at),
          x: rowX(window, cell.at + stepMs / 2),
          cells: [
            <Moment key="at" at={cell.at} now={now} />,
            stripWords({ ...strip, cells: [cell] }),
            cell.meanMs === undefined ? "–" : durationText(cell.meanMs),
          ],
        }))}
      />
    </figure>
  );
}

type DurationsProps = {
  cells: StripCell[];
  window: { since: number; until: number };
  stepMs: number;
} & Pick<TimelineProps, "releases">;

function Durations({ cells, window, stepMs, releases }: DurationsProps) {
  const values = cells.map(({ meanMs }) => meanMs);
  const last = values.findLast((value) => value !== undefined);
  if (last === undefined || values.filter((value) => value !== undefined).length < 2) return null;
  return (
    <>
      <figcaption>Mean duration of successful runs</figcaption>
      <LinesChart
        {...{
          window,
          times: cells.map(({ at }) => at + stepMs / 2),
          label: durationText,
          height: 96,
          releases,
        }}
        lines={[{ name: durationText(last), values }]}
        sentence={`Mean duration over time: latest ${durationText(last)}`}
      />
    </>
  );
}
