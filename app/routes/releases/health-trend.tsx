import { Moment } from "#app/routes/routes/period-text.tsx";
import { BarsChart } from "#app/ui/chart/bars-chart.tsx";
import { ChartTable, rowX } from "#app/ui/chart/chart-table.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { linearScale } from "#app/ui/chart/scale.ts";
import { grouped, percent, shareOf } from "#server/domain/count.ts";
import { versionParts } from "#server/domain/release/short-name.ts";
import { shareText } from "#app/routes/routes/figure-text.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { HealthStep } from "#server/storage/releases/release-store.ts";
import { type ShownReading, unpackSteps } from "./shown-reading.ts";

type TrendProps = Pick<ShownReading, "entry" | "series" | "seriesBefore" | "measure"> & {
  marks: ReleaseMark[];
  now: number;
};

/**
 * Adoption, crashed sessions, and sessions on one time axis, also as a table; nothing for a release
 * without any.
 */
export function HealthTrend({ entry, series, seriesBefore, measure, marks, now }: TrendProps) {
  const steps = unpackSteps(series);
  const length = steps.length > 1 ? steps[1]!.at - steps[0]!.at : 0;
  if (length === 0 || steps.every(({ sessions }) => sessions === 0)) return null;
  const window = { since: steps[0]!.at, until: steps.at(-1)!.at + length };
  const times = steps.map(({ at }) => at + length / 2);
  const { before: packageName, short } = versionParts(entry.version);
  const releases = marks.filter(
    ({ version, at }) =>
      versionParts(version).before === packageName && at >= window.since && at < window.until,
  );
  const adoption = steps.map(adoptionOf);
  const before = steps.map((step, index) =>
    adoptionOf({ ...step, sessions: seriesBefore[index] ?? 0 }),
  );
  const withCrashes = measure === "sessions";
  const word = measure === "sessions" ? "Sessions" : "Requests";
  return (
    <section className="part" aria-labelledby="adoption">
      <h2 id="adoption">Adoption</h2>
      <figure className="chart">
        <figcaption>{`% of ${measure}`}</figcaption>
        <LinesChart
          {...{ window, times, releases, label: share, height: 96, scale: linearScale(0, 105) }}
          withArea
          lines={[
            { name: short, values: adoption },
            ...(entry.previous === undefined
              ? []
              : [
                  {
                    name: versionParts(entry.previous).short,
                    values: before,
                    tone: "faint" as const,
                  },
                ]),
          ]}
          sentence={`Adoption over time: latest ${percent(steps.at(-1)!.sessions, steps.at(-1)!.ofAll)}`}
        />
        {withCrashes && <CrashedLine {...{ steps, window, times, releases }} />}
        <figcaption>{`${word} of this release`}</figcaption>
        <BarsChart
          {...{ window, values: steps.map(({ sessions }) => sessions), label: grouped }}
          sentence={`${word} over time: maximum ${grouped(Math.max(...steps.map(({ sessions }) => sessions)))} per step`}
        />
        <ChartTable
          caption={`${word} of this release over time, UTC`}
          columns={[
            "Since",
            word,
            "Of all",
            "Adoption",
            ...(withCrashes ? ["Crashed", "Crash rate"] : []),
          ]}
          rows={steps.map((step) => ({
            key: String(step.at),
            x: rowX(window, step.at + length / 2),
            cells: cellsOf(step, withCrashes, now),
          }))}
        />
      </figure>
    </section>
  );
}

type CrashedProps = {
  steps: HealthStep[];
  window: { since: number; until: number };
  times: number[];
  releases: ReleaseMark[];
};

/**
 * Crashed sessions instead of crash-free ones: the axis starts at zero, so small changes are
 * visible.
 */
function CrashedLine({ steps, ...chart }: CrashedProps) {
  const values = steps.map(({ sessions, crashed }) =>
    sessions > 0 ? (100 * crashed) / sessions : undefined,
  );
  const crashed = steps.reduce((sum, step) => sum + step.crashed, 0);
  if (crashed === 0) return <figcaption>No session of this release crashed</figcaption>;
  const worst = Math.max(...values.filter((each) => each !== undefined));
  return (
    <>
      <figcaption>Crashed sessions</figcaption>
      <LinesChart
        {...{ ...chart, label: share, height: 96 }}
        lines={[{ name: lastOf(values), values }]}
        sentence={`Crashed sessions over time: maximum ${share(worst)}`}
      />
    </>
  );
}

const share = (value: number): string => shareText(value / 100);

const lastOf = (values: (number | undefined)[]): string =>
  share(values.findLast((value) => value !== undefined) ?? 0);

const adoptionOf = ({ sessions, ofAll }: HealthStep): number | undefined =>
  ofAll > 0 ? (100 * sessions) / ofAll : undefined;

function cellsOf({ at, sessions, crashed, ofAll }: HealthStep, withCrashes: boolean, now: number) {
  return [
    <Moment key="at" at={at} now={now} />,
    grouped(sessions),
    grouped(ofAll),
    ofAll > 0 ? percent(sessions, ofAll) : "–",
    ...(withCrashes ? [grouped(crashed), shareText(shareOf(crashed, sessions))] : []),
  ];
}
