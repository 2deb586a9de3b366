import type { ReactNode } from "react";
import { percentage } from "#app/ui/format/percentage.ts";
import { plotHeight, plotWidth } from "./line-path.ts";
import { labelsHeight, type Marks, ReleaseMarks, releasesSentence } from "./release-marks.tsx";
import type { Tick, TimeTick } from "./ticks.ts";

const timesHeight = 20;
/** The left gutter with the axis labels: its width in chart.css (`.plot`). */
const gutter = 48;

type PlotProps = {
  /** The text alternative: largest, latest. */
  sentence: string;
  /** Of the plot only, in pixels. */
  height: number;
  /** The gridlines. The axis at zero has neither label nor tick. */
  ticks: readonly Tick[];
  label: (value: number) => string;
  times?: readonly TimeTick[];
  /** Drawn in the box of line-path.ts, stretched to the plot. */
  children: ReactNode;
  /** Drawn above it in pixels and percentages from the plot's upper left corner. */
  over?: ReactNode;
  marks?: Marks;
};

/**
 * An SVG as wide as its container: shapes stretch but text doesn't, so it stays readable on phones.
 * Axis labels are in the left gutter, names of lines in the right.
 */
export function Plot(props: PlotProps) {
  const { sentence, height, ticks, label, times = [], children, over, marks = noMarks } = props;
  const grid = ticks.filter(({ at }) => at > 0);
  const top = labelsHeight(marks);
  return (
    <svg
      className="plot"
      role="img"
      aria-label={sentence + releasesSentence(marks.releases)}
      width="100%"
      height={top + height + (times.length > 0 ? timesHeight : 1)}
    >
      <g transform={`translate(0 ${top})`}>
        {grid.map(({ at, value }) => (
          <line key={value} x2="100%" y1={height - at * height} y2={height - at * height} />
        ))}
        <svg
          width="100%"
          height={height}
          viewBox={`0 0 ${plotWidth} ${plotHeight}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          {children}
        </svg>
        <line className="axis" x2="100%" y1={height} y2={height} />
        {grid.map(({ at, value }) => (
          <text key={value} dx={-gutter} y={height - at * height + 4}>
            {label(value)}
          </text>
        ))}
        {times.map(({ at, label: time }) => (
          <text key={time + at} x={percentage(at)} y={height + 15} textAnchor={anchorOf(at)}>
            {time}
          </text>
        ))}
        {over}
      </g>
      <ReleaseMarks {...marks} height={top + height} />
    </svg>
  );
}

const noMarks: Marks = { releases: [], at: () => 0 };

const anchorOf = (at: number): "start" | "middle" | "end" =>
  at < 0.04 ? "start" : at > 0.96 ? "end" : "middle";
