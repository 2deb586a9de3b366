import type { ReactNode } from "react";
import { percentage } from "#app/ui/percentage.ts";
import { plotHeight, plotWidth } from "./line-path.ts";
import type { Tick, TimeTick } from "./ticks.ts";

/** The part of the width that the plot takes; beside it stand the names of lines. */
export const plotShare = 0.92;
const timesHeight = 20;
/** Room for the label of what stands at the very top. */
export const plotTop = 14;

export type PlotMark = { at: number; label: string };

type PlotProps = {
  /** What the picture says, for who cannot see it: largest, latest. */
  sentence: string;
  /** Of the plot alone, pixels. */
  height: number;
  ticks: readonly Tick[];
  label: (value: number) => string;
  times?: readonly TimeTick[];
  /** Lines across the plot, from top to bottom, with a word at their top. */
  marks?: readonly PlotMark[];
  /** Drawn in the box of line-path.ts, stretched to the plot. */
  children: ReactNode;
  /** Drawn over it in pixels and percentages, from the plot's upper left corner. */
  over?: ReactNode;
};

/**
 * An SVG as wide as its place: what it draws is stretched, what it writes is not, so that it is read on a phone as well.
 * The names of its axis stand on the grid's lines.
 */
export function Plot({ sentence, height, ticks, label, times = [], marks = [], children, over }: PlotProps) {
  const bottom = plotTop + height;
  return (
    <svg
      className="plot"
      role="img"
      aria-label={sentence}
      width="100%"
      height={bottom + (times.length > 0 ? timesHeight : 1)}
    >
      {ticks.map(({ at, value }) => (
        <line key={value} x2={percentage(plotShare)} y1={bottom - at * height} y2={bottom - at * height} />
      ))}
      {marks.map(({ at, label: word }) => (
        <g key={`${word} ${at}`} className="mark">
          <line x1={percentage(at * plotShare)} x2={percentage(at * plotShare)} y1={plotTop - 2} y2={bottom} />
          <text x={percentage(at * plotShare)} y={plotTop - 4} textAnchor={at > 0.95 ? "end" : "middle"}>
            {word}
          </text>
        </g>
      ))}
      <svg
        y={plotTop}
        width={percentage(plotShare)}
        height={height}
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
        preserveAspectRatio="none"
      >
        {children}
      </svg>
      {ticks.map(({ at, value }) => (
        <text key={value} y={bottom - at * height - 3}>
          {label(value)}
        </text>
      ))}
      {times.map(({ at, label: time }) => (
        <text key={time + at} x={percentage(at * plotShare)} y={bottom + 15} textAnchor={anchorOf(at)}>
          {time}
        </text>
      ))}
      <svg y={plotTop} overflow="visible">
        {over}
      </svg>
    </svg>
  );
}

export const anchorOf = (at: number): "start" | "middle" | "end" =>
  at < 0.04 ? "start" : at > 0.96 ? "end" : "middle";
