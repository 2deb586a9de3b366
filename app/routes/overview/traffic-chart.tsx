import { Moment } from "#app/routes/routes/period-text.tsx";
import { ChartTable, rowX } from "#app/ui/chart/chart-table.tsx";
import { LinesChart } from "#app/ui/chart/lines-chart.tsx";
import { grouped } from "#server/domain/count.ts";
import { completeSteps, type ShownOverview, unpackedSteps } from "./shown-overview.ts";

/** Requests over time and in the previous period, with failures at the bottom, and releases. */
export function TrafficChart({ shown, now }: { shown: ShownOverview; now: number }) {
  const { stepMs, marks } = shown;
  const steps = unpackedSteps(shown.steps);
  const complete = completeSteps(steps).length;
  const [first, last] = [steps[0], steps[complete - 1]];
  if (!shown.stats.requests || !first || !last) return <NoRequests />;
  const window = { since: first.at, until: first.at + steps.length * stepMs };
  const hasBefore = steps.some(({ countBefore }) => countBefore !== undefined);
  const failed = steps.map((step) => step.failed);
  const lines = [
    {
      name: `${grouped(last.count)}/${shortStep(stepMs)}`,
      values: steps.map(({ count }, index) => (index < complete ? count : undefined)),
    },
    { name: "", tone: "previous" as const, values: steps.map(({ countBefore }) => countBefore) },
  ];
  const step = stepWords(stepMs);
  return (
    <section className="part">
      <h2>Requests and failures</h2>
      <figure className="chart">
        <figcaption>
          <span>{`Requests per ${step}`}</span>
          <span className="key">This period</span>
          {hasBefore && <span className="key previous">Previous period</span>}
          {failed.some((count) => count > 0) && <span className="svc">Failed</span>}
        </figcaption>
        <LinesChart
          {...{
            window,
            lines,
            failed,
            label: grouped,
            height: 132,
            releases: within(marks, window),
          }}
          times={steps.map(({ at }) => at + stepMs / 2)}
          withArea
          sentence={`Requests per ${step}: latest ${grouped(last.count)}, maximum ${grouped(Math.max(...steps.map(({ count }) => count)))}; failed: maximum ${grouped(Math.max(...failed))}`}
        />
        <ChartTable
          caption={`Requests and failures per ${step}, UTC`}
          columns={["Since", "Requests", ...(hasBefore ? ["Previous period"] : []), "Failed"]}
          rows={steps.map(({ at, count, countBefore, failed: broken }) => ({
            key: String(at),
            x: rowX(window, at + stepMs / 2),
            cells: [
              <Moment key="at" at={at} now={now} />,
              grouped(count),
              ...(hasBefore ? [countBefore === undefined ? "–" : grouped(countBefore)] : []),
              grouped(broken),
            ],
          }))}
        />
      </figure>
    </section>
  );
}

const within = (
  marks: ShownOverview["marks"],
  { since, until }: { since: number; until: number },
) => marks.filter(({ at }) => at >= since && at < until);

function NoRequests() {
  return (
    <section className="part">
      <h2>Requests and failures</h2>
      <p className="empty">No requests in this period. They are counted from traces.</p>
    </section>
  );
}

const minuteMs = 60_000;

const units = [
  { unit: "week", short: "wk", minutes: 7 * 1_440 },
  { unit: "day", short: "d", minutes: 1_440 },
  { unit: "hour", short: "h", minutes: 60 },
  { unit: "minute", short: "min", minutes: 1 },
];

function stepOf(ms: number) {
  const step = units.find(({ minutes }) => ms % (minutes * minuteMs) === 0)!;
  return { ...step, count: ms / minuteMs / step.minutes };
}

/** `hour`, `5 minutes`, `day`. */
function stepWords(ms: number): string {
  const { unit, count } = stepOf(ms);
  return count === 1 ? unit : `${count} ${unit}s`;
}

/** `h`, `5 min`, `d`. */
function shortStep(ms: number): string {
  const { short, count } = stepOf(ms);
  return count === 1 ? short : `${count} ${short}`;
}
