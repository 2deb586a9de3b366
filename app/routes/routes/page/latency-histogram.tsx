import { ChartTable } from "#app/ui/chart/chart-table.tsx";
import type { HistogramBar } from "#app/ui/chart/histogram-bars.ts";
import { Histogram } from "#app/ui/chart/histogram.tsx";
import { counted, grouped, percent } from "#server/domain/count.ts";
import {
  type Percentile,
  percentileName,
  slowQuantile,
} from "#server/domain/rollup/percentiles.ts";
import { percentileText } from "../figure-text.ts";
import { axisDuration } from "./axis-duration.ts";

type HistogramProps = { histogram: string; percentiles: Percentile[]; count: number };

/** A histogram of durations. Includes failed requests, because sketches don't separate them. */
export function LatencyHistogram({ histogram, percentiles, count }: HistogramProps) {
  const bars = unpacked(histogram);
  const tallest = bars.reduce((most, bar) => (bar.count > most.count ? bar : most), bars[0]!);
  const range = ({ from, to }: HistogramBar) => `${percentileText(from)} to ${percentileText(to)}`;
  const told = percentiles
    .filter(({ quantile }) => quantile === 0.5 || quantile === slowQuantile)
    .map(({ quantile, ms }) => `${percentileName(quantile)} ${percentileText(ms)}`);
  return (
    <figure className="chart">
      <figcaption>{`${counted(count, "request")}, log scale, including failed`}</figcaption>
      <Histogram
        bars={bars}
        marks={percentiles.map(({ quantile, ms }) => ({
          name: percentileName(quantile),
          value: ms,
        }))}
        label={axisDuration}
        sentence={`Durations: ${told.join(", ")}, most frequent ${range(tallest)}`}
      />
      <ChartTable
        caption="Requests by duration"
        columns={["Duration", "Requests", "Share"]}
        rows={bars
          .filter((bar) => bar.count > 0)
          .map((bar) => ({
            key: String(bar.from),
            cells: [range(bar), grouped(bar.count), percent(bar.count, count)],
          }))}
      />
    </figure>
  );
}

const unpacked = (histogram: string): HistogramBar[] =>
  (JSON.parse(histogram) as [number, number, number][]).map(([from, to, count]) => ({
    from,
    to,
    count,
  }));
