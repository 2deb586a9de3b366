import { percentage } from "#app/ui/format/percentage.ts";
import { type ReleaseMark, versionLabel } from "#server/domain/release/mark.ts";
import { momentLabel } from "./ticks.ts";

type MarksProps = {
  releases: readonly ReleaseMark[];
  at: (time: number) => number;
  height: number;
  /**
   * Labels closer than this to the previous one, as a share of the width, use the second of two
   * rows.
   */
  labelShare?: number;
};

const rowHeight = 12;

/** Releases on a time axis: a dashed vertical line with the version at its top. */
export function ReleaseMarks({ releases, at, height, labelShare = 0.2 }: MarksProps) {
  const rows = labelRows(
    releases.map(({ at: time }) => at(time)),
    labelShare,
  );
  return releases.map(({ version, at: time }, index) => {
    const [x, row] = [at(time), rows[index]];
    return (
      <g key={`${version} ${time}`} className="release">
        <line x1={percentage(x)} x2={percentage(x)} y2={height} />
        {row !== undefined && (
          <text
            x={percentage(x)}
            dx={x > 0.8 ? -5 : 5}
            y={8 + row * rowHeight}
            textAnchor={x > 0.8 ? "end" : "start"}
          >
            {versionLabel(version)}
          </text>
        )}
      </g>
    );
  });
}

/** The row of each label, undefined if it would cover another. Positions are ascending. */
export function labelRows(places: readonly number[], labelShare: number): (number | undefined)[] {
  const ends = [-Infinity, -Infinity];
  return places.map((place) => {
    const row = ends.findIndex((end) => place >= end);
    if (row < 0) return undefined;
    ends[row] = place + labelShare;
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
