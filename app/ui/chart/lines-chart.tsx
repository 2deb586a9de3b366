import type { ReactNode, SVGProps } from "react";
import { percentage } from "#app/ui/format/percentage.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { areaPath, barsPath, linePath, type PlotPoint } from "./line-path.ts";
import { Plot } from "./plot.tsx";
import { type Scale, scaleFor } from "./scale.ts";
import { spread } from "./spread.ts";
import { ticksOf, timeTicks } from "./ticks.ts";

/** Values at the times of the chart, oldest first; undefined for gaps. */
type ChartLine = {
  /** Shown at its end. */
  name: string;
  values: readonly (number | undefined)[];
  /**
   * Default `main`: the chart's main line. `dotted`, `dashed`: faint, for charts with several of
   * them. `previous`: the previous period, dotted and without a name.
   */
  tone?: "main" | "soft" | "faint" | "dotted" | "dashed" | "previous";
};

type LinesProps = {
  sentence: string;
  window: { since: number; until: number };
  /** Time of each value, milliseconds since 1970. */
  times: readonly number[];
  lines: readonly ChartLine[];
  /** Bars at the bottom of the chart, on the same scale: number of failed requests per step. */
  failed?: readonly number[];
  /** Whether the area below the first line is shaded. */
  withArea?: boolean;
  /** Short, for the axis: `100 ms`. */
  label: (value: number) => string;
  releases?: readonly ReleaseMark[];
  /** Thresholds: a horizontal line with a name. */
  bounds?: readonly { value: number; label: string }[];
  height?: number;
  /** A fixed scale: shares are from 0 to 100%. */
  scale?: Scale;
};

const labelGap = 13;

/** Values over time as lines from zero, each with its name at its end, and release marks. */
export function LinesChart(props: LinesProps) {
  const { sentence, window, times, lines, failed = [], withArea, label } = props;
  const {
    releases = [],
    bounds = [],
    height = 172,
    scale = scaleFor(valuesOf(lines, bounds)),
  } = props;
  const share = (time: number) =>
    Math.min(Math.max((time - window.since) / (window.until - window.since), 0), 1);
  const points = ({ values }: ChartLine): PlotPoint[] =>
    times.map((time, at) => ({ x: share(time), y: heightOf(values[at], scale.at) }));
  return (
    <Plot
      {...{ sentence, height, label }}
      marks={{ releases, at: share }}
      ticks={ticksOf(scale, mostGridlines)}
      times={timeTicks(window)}
      over={
        <>
          {bounds.map((bound) => (
            <Bound key={bound.label} {...bound} y={height - scale.at(bound.value) * height} />
          ))}
          {lineNames(lines, { height, at: scale.at, xOf: (index) => share(times[index]!) })}
        </>
      }
    >
      {withArea && lines[0] && <path className="area" d={areaPath(points(lines[0]))} />}
      {failed.length > 0 && <path className="bars bad" d={barsPath(failed.map(scale.at))} />}
      {/* The main line is drawn last, above the others. */}
      {lines.toReversed().map((line) => (
        <path
          key={line.name + line.tone}
          className={`line ${line.tone ?? "main"}`}
          {...patterns[line.tone ?? "main"]}
          d={linePath(points(line))}
        />
      ))}
    </Plot>
  );
}

const mostGridlines = 3;

/** Lines differ by pattern and width, because several grays alone are hard to tell apart. */
const patterns: { [tone in NonNullable<ChartLine["tone"]>]?: SVGProps<SVGPathElement> } = {
  soft: { strokeWidth: 1.5 },
  dotted: { strokeWidth: 1.5, strokeDasharray: "0 4" },
  dashed: { strokeDasharray: "6 3" },
};

function Bound({ label, y }: { label: string; y: number }) {
  return (
    <g className="bound">
      <line x2="100%" y1={y} y2={y} />
      <text x="50%" y={y - 3} textAnchor="middle">
        {label}
      </text>
    </g>
  );
}

const valuesOf = (lines: readonly ChartLine[], bounds: readonly { value: number }[]): number[] => [
  ...lines.flatMap(({ values }) => values.filter((value) => value !== undefined)),
  ...bounds.map(({ value }) => value),
];

const heightOf = (value: number | undefined, at: (value: number) => number) =>
  value === undefined ? undefined : at(value);

type Axes = { height: number; at: (value: number) => number; xOf: (index: number) => number };

/** Each line's name beside its last value, joined to it by a thin line. */
function lineNames(lines: readonly ChartLine[], { height, at, xOf }: Axes): ReactNode[] {
  // Among equals, the later line is the higher one.
  const ending = lines.toReversed().flatMap(({ name, values, tone = "main" }) => {
    const last = values.findLastIndex((value) => value !== undefined);
    return last < 0 || tone === "previous"
      ? []
      : [{ name, tone, x: xOf(last), y: height - at(values[last]!) * height }];
  });
  const places = spread(
    ending.map(({ y }) => y),
    labelGap,
    height,
  );
  return ending.map(({ name, tone, x, y }, index) => (
    <g key={name}>
      <line className="axis" x1={percentage(x)} x2="100%" y1={y} y2={places[index]} />
      <text x="100%" dx="6" y={places[index]! + 4} className={tone === "main" ? tone : undefined}>
        {name}
      </text>
    </g>
  ));
}
