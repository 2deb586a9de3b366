import type { ReactNode } from "react";
import { Link } from "react-router";
import { changeText, percentileText, shareText } from "#app/routes/routes/figure-text.ts";
import { linePath, plotHeight, plotWidth } from "#app/ui/chart/line-path.ts";
import { scaleFor } from "#app/ui/chart/scale.ts";
import { grouped, shareOf } from "#server/domain/count.ts";
import type { Stat } from "#server/domain/overview/stats.ts";
import { useLinks } from "./links.ts";
import { completeSteps, type ShownOverview, unpackedSteps } from "./shown-overview.ts";

/** Five key figures, each with change and trend. Significant changes have a color. */
export function StatRow({ project, shown }: { project: string; shown: ShownOverview }) {
  const links = useLinks(project);
  const { requests, failureRate, p75Ms, crashRate, users } = shown.stats;
  const steps = completeSteps(unpackedSteps(shown.steps));
  return (
    <dl className="stats big">
      <Figure
        name="Requests"
        to={links.routes("throughput")}
        stat={requests}
        text={grouped}
        change={byText}
      >
        <StatTrend values={steps.map(({ count }) => count)} />
      </Figure>
      <Figure
        name="Failure rate"
        to={links.routes("failures")}
        stat={failureRate}
        text={shareText}
        change={wasText}
      >
        <StatTrend values={steps.map(({ count, failed }) => shareOf(failed, count))} />
      </Figure>
      <Figure
        name="p75, all routes"
        to={links.routes()}
        stat={p75Ms}
        text={percentileText}
        change={byText}
      >
        <StatTrend values={steps.map((step) => step.p75Ms)} />
      </Figure>
      <Figure
        name="Crashed sessions"
        to={links.releases()}
        stat={crashRate}
        text={shareText}
        change={wasText}
      >
        <StatTrend values={steps.map((step) => step.crashRate)} />
      </Figure>
      <Figure
        name="Users affected"
        to={links.issuesOfUsers()}
        stat={{ now: users.now }}
        text={(count) => `${grouped(count)}${users.isAll ? "" : "+"}`}
        change={wasText}
      >
        <StatTrend values={steps.map((step) => step.users)} />
      </Figure>
    </dl>
  );
}

type FigureProps = {
  name: string;
  to: { pathname: string; search: string };
  stat: Stat | undefined;
  text: (value: number) => string;
  change: (stat: Stat & { before: number }, text: (value: number) => string) => string;
  children: ReactNode;
};

const tones = { worse: "bad", better: "good" } as const;

function Figure({ name, to, stat, text, change, children }: FigureProps) {
  const tone = stat?.trend && tones[stat.trend];
  return (
    <div>
      <dt>
        <Link to={to}>{name}</Link>
      </dt>
      {stat ? (
        <dd>
          <span className={tone === "bad" ? tone : undefined}>{text(stat.now)}</span>{" "}
          {stat.before !== undefined && (
            <small className={tone}>{change({ ...stat, before: stat.before }, text)}</small>
          )}
          {children}
        </dd>
      ) : (
        <dd className="meta">–</dd>
      )}
    </div>
  );
}

const wasText: FigureProps["change"] = ({ before }, text) => `was ${text(before)}`;

const byText: FigureProps["change"] = ({ now, before }, text) =>
  before > 0 ? changeText(now / before - 1) : `was ${text(before)}`;

/** A line below a key figure, from zero, without an axis. */
function StatTrend({ values }: { values: readonly (number | undefined)[] }) {
  const scale = scaleFor(values.filter((value) => value !== undefined));
  const x = (index: number) => (values.length > 1 ? index / (values.length - 1) : 0.5);
  const points = values.map((value, index) => ({
    x: x(index),
    y: value === undefined ? undefined : scale.at(value),
  }));
  return (
    <svg
      className="stat-trend"
      aria-hidden="true"
      viewBox={`0 0 ${plotWidth} ${plotHeight}`}
      width="100%"
      height="32"
      preserveAspectRatio="none"
    >
      <path className="base" d={`M0 ${plotHeight}H${plotWidth}`} />
      <path d={linePath(points)} />
    </svg>
  );
}
