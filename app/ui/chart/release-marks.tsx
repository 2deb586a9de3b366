import { percentage } from "#app/ui/format/percentage.ts";
import { type ReleaseMark, versionLabel } from "#server/domain/release/mark.ts";
import { momentLabel } from "./ticks.ts";

/** Releases, and their position on a time axis as fractions. */
export type Marks = { releases: readonly ReleaseMark[]; at: (time: number) => number };

type MarksProps = Marks & {
  height: number;
  /**
   * Labels closer than this to the previous one, as a share of the width, use the second of two
   * rows.
   */
  labelShare?: number;
};

const rowHeight = 12;
const defaultShare = 0.2;

/** Releases on a time axis: a dashed vertical line with the version at its top. */
export function ReleaseMarks({ releases, at, height, labelShare = defaultShare }: MarksProps) {
  const rows = labelRows(
    releases.map(({ at: time }) => at(time)),
    labelShare,
  );
  // Labels last: a later line would cross them.
  return (
    <>
      <g className="release">
        {releases.map(({ version, at: time }) => (
          <line
            key={`${version} ${time}`}
            x1={percentage(at(time))}
            x2={percentage(at(time))}
            y2={height}
          />
        ))}
      </g>
      <g className="release">
        {releases.map(({ version, at: time }, index) => {
          const [x, row] = [at(time), rows[index]];
          if (row === undefined) return null;
          return (
            <text
              key={`${version} ${time}`}
              x={percentage(x)}
              dx={endsAt(x) ? -5 : 5}
              y={8 + row * rowHeight}
              textAnchor={endsAt(x) ? "end" : "start"}
            >
              {versionLabel(version)}
            </text>
          );
        })}
      </g>
    </>
  );
}

/** Of the labels above a chart: nothing drawn in it meets them. */
export function labelsHeight({ releases, at }: Marks): number {
  if (releases.length === 0) return 0;
  const rows = labelRows(
    releases.map(({ at: time }) => at(time)),
    defaultShare,
  );
  return rows.includes(1) ? 2 + 2 * rowHeight : 2 + rowHeight;
}

/** At the right edge a label is before its line. */
const endsAt = (x: number): boolean => x > 0.8;

/** The row of each label, undefined if it would cover another. Positions are ascending. */
export function labelRows(places: readonly number[], labelShare: number): (number | undefined)[] {
  const ends = [-Infinity, -Infinity];
  return places.map((place) => {
    const start = endsAt(place) ? place - labelShare : place;
    const row = ends.findIndex((end) => start >= end);
    if (row < 0) return undefined;
    ends[row] = start + labelShare;
    return row;
  });
}

/** The same for the text alternative: ` Releases: web@2.4.1 at Nov 21, 11:42.` */
export function releasesSentence(releases: readonly ReleaseMark[]): string {
  if (releases.length === 0) return "";
  const told = releases.map(
    ({ version, at }) => `${versionLabel(version)} at ${momentLabel(at, at)}`,
  );
  return `. Releases: ${told.join(", ")}`;
}
