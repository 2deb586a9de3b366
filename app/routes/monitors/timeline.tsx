import { Moment } from "#app/routes/routes/period-text.tsx";
import { ChartTable, rowX } from "#app/ui/chart/chart-table.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { durationText } from "#app/ui/duration.ts";
import { type Strip as StripData, type StripCell, stripWords } from "./strip-cells.ts";
import { Strip } from "./strip.tsx";

/** How runs went and how long they took, on one axis of time, and all of it as a table. */
export function Timeline({ strip, now }: { strip: StripData; now: number }) {
  const { cells, since, stepMs } = strip;
  const told = cells.filter(({ worst }) => worst);
  const window = { since, until: since + cells.length * stepMs };
  if (told.length === 0) return null;
  return (
    <figure className="chart">
      <figcaption>
        Since <Moment at={since} now={now} /> UTC: {stripWords(strip)}
      </figcaption>
      <Strip strip={strip} title="Check-ins over time" />
      <Durations {...{ cells, window, stepMs }} />
      <ChartTable
        caption="Check-ins over time, UTC"
        columns={["Since", "Check-ins", "Mean duration"]}
        rows={told.map((cell) => ({
          ...{ key: String(cell.at), x: rowX(window, cell.at + stepMs / 2) },
          cells: [
            <Moment key="at" at={cell.at} now={now} />,
            stripWords({ ...strip, cells: [cell] }),
            cell.meanMs === undefined ? "—" : durationText(cell.meanMs),
          ],
        }))}
      />
    </figure>
  );
}

type DurationsProps = { cells: StripCell[]; window: { since: number; until: number }; stepMs: number };

function Durations({ cells, window, stepMs }: DurationsProps) {
  const values = cells.map(({ meanMs }) => meanMs);
  const last = values.findLast((value) => value !== undefined);
  if (last === undefined || values.filter((value) => value !== undefined).length < 2) return null;
  return (
    <>
      <figcaption>Mean duration of runs that went well</figcaption>
      <LinesChart
        {...{ window, times: cells.map(({ at }) => at + stepMs / 2), label: durationText, height: 96 }}
        lines={[{ name: durationText(last), values }]}
        sentence={`Mean duration over time: ${durationText(last)} last`}
      />
    </>
  );
}
