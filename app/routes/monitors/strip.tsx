import { ReleaseMarks, releasesSentence } from "#app/ui/chart/release-marks.tsx";
import { percentage } from "#app/ui/format/percentage.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { type Strip as StripData, type StripCell, stripWords } from "./strip-cells.ts";

const barHeight = 18;
/** Two rows of labels above the bars. */
const labelsHeight = 26;

type Props = {
  strip: StripData;
  title: string;
  /** On a monitor's own page, where it is as wide as the charts below it. */
  releases?: readonly ReleaseMark[];
};

/** Runs over time, one bar per step: low for ok, hollow for missed, full for failed. */
export function Strip({ strip, title, releases }: Props) {
  const { cells, since, stepMs } = strip;
  const width = 1 / cells.length;
  const height = releases && releases.length > 0 ? labelsHeight + barHeight : barHeight;
  return (
    <svg
      className={releases ? "strip plot" : "strip"}
      height={height}
      role="img"
      aria-label={`${title}: ${stripWords(strip)}${releasesSentence(releases ?? [])}`}
    >
      <line className="axis" x2="100%" y1={height - 0.5} y2={height - 0.5} />
      {cells.map((cell, index) => (
        <Bar key={cell.at} {...{ cell, x: index * width, width: width * 0.8, foot: height }} />
      ))}
      {releases && (
        <ReleaseMarks
          {...{ releases, height }}
          at={(time) => (time - since) / (cells.length * stepMs)}
        />
      )}
    </svg>
  );
}

type BarProps = { cell: StripCell; x: number; width: number; foot: number };

function Bar({ cell: { worst }, x, width, foot }: BarProps) {
  if (!worst) return null;
  const tall =
    worst === "error" || worst === "timeout"
      ? barHeight
      : worst === "missed"
        ? barHeight - 4
        : barHeight / 2;
  return (
    <rect
      className={worst}
      {...{
        x: percentage(x),
        width: percentage(width),
        y: foot - tall,
        height: tall - (worst === "missed" ? 1 : 0),
      }}
    />
  );
}
