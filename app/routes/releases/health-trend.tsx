import { Moment } from "#app/routes/routes/period-text.tsx";
import { BarsChart } from "#app/ui/chart/bars-chart.tsx";
import { ChartTable } from "#app/ui/chart/chart-table.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { linearScale } from "#app/ui/chart/scale.ts";
import { grouped, percent } from "#app/ui/count.ts";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import type { HealthStep } from "#server/storage/release-store.ts";
import { type ShownReading, unpackSteps } from "./shown-reading.ts";

type TrendProps = Pick<ShownReading, "series" | "measure"> & { now: number };

/** Its share of what came, what it came to, and what did not crash, on one axis of time, and all of it as a table. */
export function HealthTrend({ series, measure, now }: TrendProps) {
  const steps = unpackSteps(series);
  const length = steps.length > 1 ? steps[1]!.at - steps[0]!.at : 0;
  if (length === 0 || steps.every(({ sessions }) => sessions === 0)) return null;
  const window = { since: steps[0]!.at, until: steps.at(-1)!.at + length };
  const times = steps.map(({ at }) => at + length / 2);
  const adoption = steps.map(adoptionOf);
  const withCrashes = measure === "sessions";
  const word = measure === "sessions" ? "Sessions" : "Requests";
  return (
    <figure className="chart">
      <figcaption>{`Share of all ${measure}`}</figcaption>
      <LinesChart
        {...{ window, times, label: share, height: 96, scale: linearScale(0, 100) }}
        lines={[{ name: lastOf(adoption), values: adoption }]}
        sentence={`Adoption over time: ${percent(steps.at(-1)!.sessions, steps.at(-1)!.ofAll)} last`}
      />
      {withCrashes && <CrashFreeLine {...{ steps, window, times }} />}
      <figcaption>{`${word} of this release`}</figcaption>
      <BarsChart
        {...{ window, values: steps.map(({ sessions }) => sessions), label: grouped }}
        sentence={`${word} over time: at most ${grouped(Math.max(...steps.map(({ sessions }) => sessions)))} a step`}
      />
      <ChartTable
        caption={`${word} of this release over time, UTC`}
        columns={["Since", word, "Of all", "Adoption", ...(withCrashes ? ["Crashed", "Crash-free"] : [])]}
        rows={steps.map((step) => ({ key: String(step.at), cells: cellsOf(step, withCrashes, now) }))}
      />
    </figure>
  );
}

function CrashFreeLine(props: { steps: HealthStep[]; window: { since: number; until: number }; times: number[] }) {
  const { steps, window, times } = props;
  const values = steps.map(({ sessions, crashed }) => (sessions > 0 ? 100 * (1 - crashed / sessions) : undefined));
  const crashed = steps.reduce((sum, step) => sum + step.crashed, 0);
  if (crashed === 0) return <figcaption>None of its sessions crashed</figcaption>;
  const worst = Math.min(...values.filter((each) => each !== undefined));
  return (
    <>
      <figcaption>Crash-free sessions</figcaption>
      <LinesChart
        {...{ window, times, label: share, height: 96, scale: linearScale(floorOf(worst), 100) }}
        lines={[{ name: lastOf(values), values }]}
        sentence={`Crash-free sessions over time: ${worst.toFixed(1)}% at worst`}
      />
    </>
  );
}

/** What is lost between 99.5 and 100 % is what one looks for: the axis begins where it is needed. */
const floorOf = (worst: number): number => [99, 90, 50].find((floor) => worst > floor) ?? 0;

const share = (value: number): string => `${Number(value.toFixed(1))}%`;

const lastOf = (values: (number | undefined)[]): string => share(values.findLast((value) => value !== undefined) ?? 0);

const adoptionOf = ({ sessions, ofAll }: HealthStep): number | undefined =>
  ofAll > 0 ? (100 * sessions) / ofAll : undefined;

function cellsOf({ at, sessions, crashed, ofAll }: HealthStep, withCrashes: boolean, now: number) {
  return [
    <Moment key="at" at={at} now={now} />,
    ...[grouped(sessions), grouped(ofAll), ofAll > 0 ? percent(sessions, ofAll) : "—"],
    ...(withCrashes ? [grouped(crashed), crashFreeText(crashed, sessions) || "—"] : []),
  ];
}
