import { KeptSentence } from "#app/ui/kept-sentence.tsx";
import type { Loaded } from "../page.tsx";
import { HowReached } from "../facts/how-reached.tsx";
import { Findings } from "../findings/findings.tsx";
import { Legend } from "../legend.tsx";
import { HeadlineTable } from "./headline-table.tsx";
import { LatencyHistogram } from "./latency-histogram.tsx";
import { NothingRan } from "./nothing-ran.tsx";
import { PercentileTrend } from "./percentile-trend.tsx";
import { ReleasesTable } from "./releases-table.tsx";
import { RouteIssues } from "./route-issues.tsx";
import { SampleTables } from "./sample-tables.tsx";

type BodyProps = Loaded & { project: string; search: string };

/** All that is known of the route: figures, where time goes, releases, samples, issues. */
export function RouteBody({ project, shown, period, findings, facts, traces, marks, search, now }: BodyProps) {
  if (shown.count === 0) return <NothingRan search={search} />;
  return (
    <>
      <div className="route-figures">
        <HeadlineTable headline={shown.headline} isCompared={period.before !== undefined} />
        <LatencyHistogram {...shown} />
      </div>
      <PercentileTrend {...shown} marks={marks} now={now} />
      <Findings findings={findings} now={now} />
      <HowReached title="How visitors got here" facts={facts} />
      <ReleasesTable {...{ project, id: shown.operation.id, releases: shown.releases, search, now }} />
      <SampleTables {...{ project, samples: shown.samples, search, now }} />
      <KeptSentence traces={traces} />
      <RouteIssues {...{ project, issues: shown.issues, search, now }} />
      <Legend />
    </>
  );
}
