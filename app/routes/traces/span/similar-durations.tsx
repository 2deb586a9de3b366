import { axisDuration } from "#app/routes/routes/page/axis-duration.ts";
import { ChartTable } from "#app/ui/chart/chart-table.tsx";
import { Histogram } from "#app/ui/chart/histogram.tsx";
import { durationText } from "#app/ui/format/duration.ts";
import { counted, grouped, percent } from "#server/domain/count.ts";
import type { ShownSimilar } from "./similar-spans.ts";

/** A histogram of similar spans' durations in which this one is marked. */
export function SimilarDurations(props: ShownSimilar & { durationMs: number }) {
  const { bars, count, traces, faster, durationMs } = props;
  const sentence = `Slower than ${percent(faster, count)} of ${counted(count, "similar span")}`;
  return (
    <section className="chart">
      <h4>Duration of similar spans</h4>
      <Histogram
        bars={bars}
        marks={[{ name: "This span", value: durationMs }]}
        label={axisDuration}
        sentence={`${sentence}: ${durationText(durationMs)}`}
        height={60}
      />
      <p className="meta">{`${sentence}, from ${counted(traces, "trace")} within a day.`}</p>
      <ChartTable
        caption="Similar spans by duration"
        columns={["Duration", "Spans"]}
        rows={bars
          .filter((bar) => bar.count > 0)
          .map(({ from, to, count }) => ({
            key: String(from),
            cells: [`${durationText(from)} to ${durationText(to)}`, grouped(count)],
          }))}
      />
    </section>
  );
}
