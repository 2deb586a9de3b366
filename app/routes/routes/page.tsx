import { useLocation } from "react-router";
import { notFound, requireProject } from "#app/guard.ts";
import { KeptSentence } from "#app/ui/kept-sentence.tsx";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import type { Route } from "./+types/page.ts";
import { HowReached } from "./facts/how-reached.tsx";
import { readFactsOf } from "./facts/read-facts.ts";
import { Findings } from "./findings/findings.tsx";
import { shownFindings } from "./findings/shown-findings.ts";
import { Legend } from "./legend.tsx";
import { HeadlineTable } from "./page/headline-table.tsx";
import { LatencyHistogram } from "./page/latency-histogram.tsx";
import { NothingRan } from "./page/nothing-ran.tsx";
import { PercentileTrend } from "./page/percentile-trend.tsx";
import { ReleasesTable } from "./page/releases-table.tsx";
import { RouteHead } from "./page/route-head.tsx";
import { RouteIssues } from "./page/route-issues.tsx";
import { SampleTables } from "./page/sample-tables.tsx";
import { shownRoute } from "./page/shown-route.ts";
import { windowSearch } from "./window-search.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const now = services.now();
  const query = readRouteQuery(args.url.searchParams, now);
  const operation = await services.findRoute(project.id, args.params.route, query);
  if (!operation) throw notFound(args, "There is no such route in this project.");
  const { environment, release, window } = query;
  const filter = { projectId: project.id, environment, release, ...window };
  const [read, findings, facts, traces] = await Promise.all([
    services.readRoute(project, operation, query),
    services.readRouteFindings({ ...filter, operationId: operation.id }),
    readFactsOf(services.store.rollups, filter, operation.route),
    services.store.traces.kept(project.id, window),
  ]);
  return {
    shown: shownRoute(operation, read),
    period: { window: read.window, before: read.entry.before === undefined ? undefined : read.before },
    findings: shownFindings(findings),
    ...{ facts, traces, now },
  };
}

export default function RoutePage({ loaderData, params: { project } }: Route.ComponentProps) {
  const { shown, period, findings, facts, traces, now } = loaderData;
  const search = windowSearch(useLocation().search);
  const { releases } = shown;
  return (
    <article className="route">
      <RouteHead {...{ project, shown, period, search, now }} />
      {shown.count === 0 ? (
        <NothingRan search={search} />
      ) : (
        <>
          <div className="route-figures">
            <HeadlineTable headline={shown.headline} isCompared={period.before !== undefined} />
            <LatencyHistogram {...shown} />
          </div>
          <PercentileTrend {...shown} now={now} />
          <Findings findings={findings} now={now} />
          <HowReached title="How visitors got here" facts={facts} />
          <ReleasesTable {...{ project, id: shown.operation.id, releases, search, now }} />
          <SampleTables {...{ project, samples: shown.samples, search, now }} />
          <KeptSentence traces={traces} />
          <RouteIssues {...{ project, issues: shown.issues, search, now }} />
          <Legend />
        </>
      )}
    </article>
  );
}
