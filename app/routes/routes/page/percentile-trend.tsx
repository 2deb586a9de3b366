import { BarsChart } from "#app/ui/chart/bars-chart.tsx";
import { ChartTable, rowX } from "#app/ui/chart/chart-table.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { grouped } from "#server/domain/count.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { percentileName, routeQuantiles, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import { Moment } from "../period-text.tsx";
import { percentileText } from "../figure-text.ts";
import { axisDuration } from "./axis-duration.ts";
import { type SeriesPoint, unpackSeries } from "./packed-series.ts";

const names = routeQuantiles.map(percentileName);

const tones = ["dotted", "soft", "main", "dashed"] as const;

type TrendProps = { series: string; step: string; marks: ReleaseMark[]; now: number };

/** Percentiles over time, with throughput and failures below on the same axis, also as a table. */
export function PercentileTrend({ series, step, marks, now }: TrendProps) {
  const points = unpackSeries(series);
  const length = points.length > 1 ? points[1]!.at - points[0]!.at : 0;
  // Whole steps: the last one may be incomplete.
  const window = { since: points[0]!.at, until: points.at(-1)!.at + length };
  const lines = names.map((name, index) => ({
    name,
    tone: tones[index]!,
    values: points.map(({ percentiles }) => percentiles?.[index]),
  }));
  const releases = marks.filter(({ at }) => at >= window.since && at < window.until);
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  return (
    <figure className="chart">
      <figcaption>{`Percentiles per ${step}`}</figcaption>
      <LinesChart
        {...{
          window,
          lines,
          releases,
          label: axisDuration,
          times: points.map(({ at }) => at + length / 2),
        }}
        sentence={latencySentence(points)}
      />
      <figcaption>
        <span>{`Requests per ${step}`}</span>
        {failed > 0 && <span className="svc">Failed</span>}
      </figcaption>
      <BarsChart
        {...{ window, values: points.map(({ count }) => count), label: grouped, withTimes: false }}
        failed={failed > 0 ? points.map((point) => point.failed) : undefined}
        sentence={requestsSentence(points, step)}
      />
      <ChartTable
        caption={`Percentiles, requests, and failures per ${step}, UTC`}
        columns={["Since", ...names, "Requests", "Failed"]}
        rows={points.map(({ at, count, failed: broken, percentiles }) => ({
          key: String(at),
          x: rowX(window, at + length / 2),
          cells: [
            <Moment key="at" at={at} now={now} />,
            ...names.map((_, index) => (percentiles ? percentileText(percentiles[index]!) : "–")),
            grouped(count),
            grouped(broken),
          ],
        }))}
      />
    </figure>
  );
}

/** `p95: maximum 912 ms, latest 840 ms; p50: …` */
function latencySentence(points: SeriesPoint[]): string {
  const told = [routeQuantiles.indexOf(slowQuantile), 0].map((index) => {
    const values = points.flatMap(({ percentiles }) => (percentiles ? [percentiles[index]!] : []));
    if (values.length === 0) return `${names[index]}: no requests`;
    return `${names[index]}: maximum ${percentileText(Math.max(...values))}, latest ${percentileText(values.at(-1)!)}`;
  });
  return `Percentiles over time. ${told.join("; ")}`;
}

function requestsSentence(points: SeriesPoint[], step: string): string {
  const most = (values: number[]) => grouped(Math.max(...values, 0));
  const requests = points.map(({ count }) => count);
  const failed = points.map((point) => point.failed);
  return `Requests over time: maximum ${most(requests)} per ${step}, latest ${grouped(requests.at(-1) ?? 0)}; failed: maximum ${most(failed)}`;
}
