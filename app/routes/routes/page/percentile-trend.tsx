import { BarsChart } from "#app/ui/chart/bars-chart.tsx";
import { ChartTable } from "#app/ui/chart/chart-table.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { grouped } from "#app/ui/count.ts";
import { Moment } from "../period-text.tsx";
import { percentileText } from "../figure-text.ts";
import { axisDuration } from "./axis-duration.ts";
import { type SeriesPoint, unpackSeries } from "./packed-series.ts";
import type { ShownRelease } from "./shown-releases.ts";

const names = ["p50", "p75", "p95", "p99"] as const;

type TrendProps = { series: string; step: string; releases: ShownRelease[]; now: number };

/** Percentiles over time with throughput and failures under them, on one axis of time, and all of it as a table. */
export function PercentileTrend({ series, step, releases, now }: TrendProps) {
  const points = unpackSeries(series);
  const length = points.length > 1 ? points[1]!.at - points[0]!.at : 0;
  // Whole steps: the last one may not be over.
  const window = { since: points[0]!.at, until: points.at(-1)!.at + length };
  const lines = names.map((name, index) => ({ name, values: points.map(({ percentiles }) => percentiles?.[index]) }));
  const moments = releases.flatMap(({ letter, firstAt }) => (letter ? [{ at: firstAt, label: letter }] : []));
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  return (
    <figure className="chart">
      <figcaption>{`Percentiles, for each ${step}`}</figcaption>
      <LinesChart
        {...{ window, lines, moments, label: axisDuration, times: points.map(({ at }) => at + length / 2) }}
        sentence={latencySentence(points)}
      />
      <figcaption>{`Requests, for each ${step}`}</figcaption>
      <BarsChart
        {...{ window, values: points.map(({ count }) => count), label: grouped, withTimes: false }}
        sentence={countSentence(
          points.map(({ count }) => count),
          "Requests",
          step,
        )}
      />
      <figcaption>{failed > 0 ? `Failed, for each ${step}` : "None failed"}</figcaption>
      {failed > 0 && (
        <BarsChart
          {...{ window, values: points.map((point) => point.failed), label: grouped, tone: "bad", height: 28 }}
          sentence={countSentence(
            points.map((point) => point.failed),
            "Failed",
            step,
          )}
        />
      )}
      <ChartTable
        caption={`Percentiles, requests and failures for each ${step}, UTC`}
        columns={["Since", ...names, "Requests", "Failed"]}
        rows={points.map(({ at, count, failed: broken, percentiles }) => ({
          key: String(at),
          cells: [
            <Moment key="at" at={at} now={now} />,
            ...names.map((_, index) => (percentiles ? percentileText(percentiles[index]!) : "—")),
            ...[grouped(count), grouped(broken)],
          ],
        }))}
      />
    </figure>
  );
}

/** `p95 over time: 912 ms at most, 840 ms last; p50: …` */
function latencySentence(points: SeriesPoint[]): string {
  const told = ([2, 0] as const).map((index) => {
    const values = points.flatMap(({ percentiles }) => (percentiles ? [percentiles[index]!] : []));
    if (values.length === 0) return `${names[index]}: nothing ran`;
    return `${names[index]}: ${percentileText(Math.max(...values))} at most, ${percentileText(values.at(-1)!)} last`;
  });
  return `Percentiles over time. ${told.join("; ")}`;
}

const countSentence = (counts: number[], what: string, step: string): string =>
  `${what} over time: at most ${grouped(Math.max(...counts, 0))} for each ${step}, ${grouped(counts.at(-1) ?? 0)} last`;
