import { percentage } from "#app/ui/format/percentage.ts";
import { type HistogramBar, histogramScale } from "./histogram-bars.ts";
import { plotHeight, plotWidth } from "./line-path.ts";
import { Plot } from "./plot.tsx";
import { ticksOf } from "./ticks.ts";

type HistogramProps = {
  sentence: string;
  bars: readonly HistogramBar[];
  /** Values marked by a line and a name: `p95`. Ascending. */
  marks: readonly { name: string; value: number }[];
  label: (value: number) => string;
  height?: number;
};

const markRow = 13;

/**
 * A histogram of values on a logarithmic axis. Names of marks are on separate rows, because they
 * are often close.
 */
export function Histogram({ sentence, bars, marks, label, height = 140 }: HistogramProps) {
  const scale = histogramScale(bars);
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const heads = marks.length * markRow;
  const whole = height + heads;
  return (
    <Plot
      {...{ sentence, label }}
      height={whole}
      ticks={[]}
      times={ticksOf(scale).map(({ at, value }) => ({ at, label: label(value) }))}
      over={marks.map(({ name, value }, index) => {
        const at = scale.at(value);
        return (
          <g key={name} className="mark">
            <line x1={percentage(at)} x2={percentage(at)} y1={index * markRow} y2={whole} />
            <text
              x={percentage(at)}
              dx={at > 0.7 ? -4 : 4}
              y={index * markRow + 8}
              textAnchor={at > 0.7 ? "end" : "start"}
            >
              {`${name} ${label(value)}`}
            </text>
          </g>
        );
      })}
    >
      <path className="bars" d={barsPath(bars, scale.at, most, height / whole)} />
    </Plot>
  );
}

/** Bars as wide as their part of the axis; the highest takes `part` of the plot's height. */
function barsPath(
  bars: readonly HistogramBar[],
  at: (value: number) => number,
  most: number,
  part: number,
): string {
  const tall = plotHeight * part;
  return bars
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => {
      const [left, right] = [Math.round(at(from) * plotWidth), Math.round(at(to) * plotWidth)];
      // A minimum height, so that small counts stay visible.
      const top = Math.max(2, Math.round((count / most) * tall));
      return `M${left} ${plotHeight}v-${top}H${right - 2}v${top}z`;
    })
    .join("");
}
