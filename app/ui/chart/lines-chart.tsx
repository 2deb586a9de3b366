import { percentage } from "#app/ui/percentage.ts";
import { linePath } from "./line-path.ts";
import { Plot, type PlotMark, plotShare } from "./plot.tsx";
import { type Scale, scaleFor } from "./scale.ts";
import { spread } from "./spread.ts";
import { ticksOf, timeTicks } from "./ticks.ts";

/** Values at the times of the chart, oldest first; undefined where there was nothing. */
export type ChartLine = { name: string; values: readonly (number | undefined)[] };

type LinesProps = {
  sentence: string;
  window: { since: number; until: number };
  /** Where each value stands, milliseconds since 1970. */
  times: readonly number[];
  /** Four at most: so many dashes can be told apart. */
  lines: readonly ChartLine[];
  /** Short, for the axis: `100 ms`. */
  label: (value: number) => string;
  /** Moments to mark, by a letter or a short word. */
  moments?: readonly { at: number; label: string }[];
  /** Values that mean something: a line across with its name. */
  bounds?: readonly { value: number; label: string }[];
  height?: number;
  /** Where it is known beforehand: shares go from 0 to 100 %. */
  scale?: Scale;
};

const labelGap = 13;

/** Values over time as lines that dashes tell apart, each with its name at its end. */
export function LinesChart({
  sentence,
  window,
  times,
  lines,
  label,
  moments = [],
  bounds = [],
  height = 160,
  scale = scaleFor(valuesOf(lines, bounds)),
}: LinesProps) {
  const share = (time: number) => Math.min(Math.max((time - window.since) / (window.until - window.since), 0), 1);
  const marks: PlotMark[] = moments.map(({ at, label: word }) => ({ at: share(at), label: word }));
  const ends = endsOf(lines, height, scale.at);
  return (
    <Plot
      {...{ sentence, height, label, marks }}
      ticks={ticksOf(scale)}
      times={timeTicks(window)}
      over={
        <>
          {ends.map(({ name, y }) => (
            <text key={name} x={percentage(plotShare)} dx="5" y={y + 4} className="line-name">
              {name}
            </text>
          ))}
          {bounds.map(({ value, label: word }) => (
            <g key={word} className="bound">
              <line
                x2={percentage(plotShare)}
                y1={height - scale.at(value) * height}
                y2={height - scale.at(value) * height}
              />
              <text x="50%" y={height - scale.at(value) * height - 3} textAnchor="middle">
                {word}
              </text>
            </g>
          ))}
        </>
      }
    >
      {lines.map(({ name, values: ofLine }, index) => (
        <path
          key={name}
          className={`line line-${index + 1}`}
          d={linePath(times.map((time, at) => ({ x: share(time), y: heightOf(ofLine[at], scale.at) })))}
        />
      ))}
    </Plot>
  );
}

const valuesOf = (lines: readonly ChartLine[], bounds: readonly { value: number }[]): number[] => [
  ...lines.flatMap(({ values }) => values.filter((value) => value !== undefined)),
  ...bounds.map(({ value }) => value),
];

const heightOf = (value: number | undefined, at: (value: number) => number) =>
  value === undefined ? undefined : at(value);

/** A line's name stands beside its last value. */
function endsOf(
  lines: readonly ChartLine[],
  height: number,
  at: (value: number) => number,
): { name: string; y: number }[] {
  // Of equal ones the later line is the higher one.
  const ending = lines.toReversed().flatMap(({ name, values }) => {
    const last = values.findLast((value) => value !== undefined);
    return last === undefined ? [] : [{ name, y: height - at(last) * height }];
  });
  const places = spread(
    ending.map(({ y }) => y),
    labelGap,
    height,
  );
  return ending.map(({ name }, index) => ({ name, y: places[index]! }));
}
