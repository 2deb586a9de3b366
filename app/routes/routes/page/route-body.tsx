import { KeptSentence } from "#app/ui/kept-sentence.tsx";
import type { Loaded } from "../page.tsx";
import { HowReached } from "../facts/how-reached.tsx";
import { Fixes } from "../findings/fixes.tsx";
import { Slowest } from "../findings/slowest.tsx";
import { Loaders, TimeBreakdown } from "../findings/time-breakdown.tsx";
import { Legend } from "../legend.tsx";
import { HeadlineStats } from "./headline-stats.tsx";
import { LatencyHistogram } from "./latency-histogram.tsx";
import { NothingRan } from "./nothing-ran.tsx";
import { PercentileTrend } from "./percentile-trend.tsx";
import { ReleasesTable } from "./releases-table.tsx";
import { RouteIssues } from "./route-issues.tsx";
import { SampleTables } from "./sample-tables.tsx";

type BodyProps = Loaded & { project: string; search: string };

/** All that is known of the route: figures, where time goes, releases, samples, issues. */
export function RouteBody({ project, shown, findings, facts, traces, marks, search, now }: BodyProps) {
  if (shown.count === 0) return <NothingRan search={search} />;
  return (
    <>
      <HeadlineStats headline={shown.headline} />
      <Fixes findings={findings} />
      <section className="part">
        <h2>Duration over time</h2>
        <PercentileTrend {...shown} marks={marks} now={now} />
      </section>
      <div className="duo">
        <section className="part">
          <h2>Duration distribution</h2>
          <LatencyHistogram {...shown} />
        </section>
        <TimeBreakdown findings={findings} />
      </div>
      <Loaders findings={findings} />
      {findings.slowest.length > 0 && <Slowest slowest={findings.slowest} now={now} />}
      <HowReached title="Page loads and navigations" facts={facts} />
      <ReleasesTable {...{ project, id: shown.operation.id, releases: shown.releases, search, now }} />
      <SampleTables {...{ project, samples: shown.samples, search, now }} />
      <KeptSentence traces={traces} />
      <RouteIssues {...{ project, issues: shown.issues, search, now }} />
      <Legend />
    </>
  );
}
