import { ChartTable, rowX } from "#app/ui/chart/chart-table.tsx";
import { Histogram } from "#app/ui/chart/histogram.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { momentLabel } from "#app/ui/chart/ticks.ts";
import { counted, grouped, percent } from "#server/domain/count.ts";
import { vitalBounds } from "#server/domain/vital/vital.ts";
import type { VitalChart as Chart } from "./read-chart.ts";
import { vitalText, vitalWords } from "./vital-words.ts";

/** A vital's distribution and trend with its rating thresholds. */
export function VitalChart({ chart, now }: { chart: Chart; now: number }) {
  const { full } = vitalWords[chart.vital];
  return (
    <section className="part" id="chart">
      <h2>{full}</h2>
      <Trend chart={chart} now={now} />
      <Distribution chart={chart} />
    </section>
  );
}

function Trend({ chart, now }: { chart: Chart; now: number }) {
  const { vital, steps, window, releases } = chart;
  const text = (value: number) => vitalText(vital, value);
  const told = (value: number | undefined) => (value === undefined ? "" : text(value));
  const { good, poor } = vitalBounds[vital];
  const half = steps.length > 1 ? (steps[1]!.at - steps[0]!.at) / 2 : 0;
  const last = steps.findLast(({ p75 }) => p75 !== undefined);
  const sentence = `${vitalWords[vital].full} over time${last ? `: latest p75 ${told(last.p75)}` : ""}`;
  const lines = [
    { name: "p75", values: steps.map(({ p75 }) => p75) },
    { name: "p50", tone: "faint" as const, values: steps.map(({ p50 }) => p50) },
  ];
  const bounds = [
    { value: good, label: `Good up to ${text(good)}` },
    { value: poor, label: `Poor above ${text(poor)}` },
  ];
  return (
    <figure className="chart">
      <figcaption>p50 and p75 over time</figcaption>
      <LinesChart
        {...{ sentence, window, lines, bounds, releases, label: text }}
        times={steps.map(({ at }) => at + half)}
      />
      <ChartTable
        caption={`${vitalWords[vital].full} over time`}
        columns={["From", "Visits", "p50", "p75", "Good"]}
        rows={steps
          .filter(({ count }) => count > 0)
          .map(({ at, count, p50, p75, goodShare = 0 }) => ({
            key: String(at),
            x: rowX(window, at + half),
            cells: [
              momentLabel(at, now),
              grouped(count),
              told(p50),
              told(p75),
              percent(goodShare, 1),
            ],
          }))}
      />
    </figure>
  );
}

function Distribution({ chart: { vital, bars, zeros, p50, p75 } }: { chart: Chart }) {
  if (bars.length === 0 && zeros === 0) return null;
  const text = (value: number) => vitalText(vital, value);
  const marks = [
    { name: "p50", value: p50 },
    { name: "p75", value: p75 },
  ].filter(
    (mark): mark is { name: string; value: number } => mark.value !== undefined && mark.value > 0,
  );
  const none = zeros > 0 ? `${counted(zeros, "visit")} with a value of 0` : "";
  return (
    <figure className="chart">
      <figcaption>{`Visits by value${none && ` · ${none}`}`}</figcaption>
      {bars.length > 0 && (
        <Histogram
          sentence={`${vitalWords[vital].full}: visits by value, p75 ${text(p75 ?? 0)}`}
          {...{ bars, marks }}
          label={text}
        />
      )}
      <ChartTable
        caption={`${vitalWords[vital].full}: visits by value`}
        columns={["From", "To", "Visits"]}
        rows={[
          ...(zeros > 0 ? [{ key: "0", cells: ["0", "0", grouped(zeros)] }] : []),
          ...bars
            .filter(({ count }) => count > 0)
            .map(({ from, to, count }) => ({
              key: String(from),
              cells: [text(from), text(to), grouped(count)],
            })),
        ]}
      />
    </figure>
  );
}
