import { useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { still } from "#app/enhance/still.tsx";
import { notFound, requireProject } from "#app/guard.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import type { Route } from "./+types/page.ts";
import { readChanges } from "./findings/began-with.tsx";
import { readFactsOf } from "./facts/read-facts.ts";
import { shownFindings } from "./findings/shown-findings.ts";
import { RouteHead } from "./page/route-head.tsx";
import { shownRoute } from "./page/shown-route.ts";
import { windowSearch } from "./window-search.ts";
import "#app/ui/styles/performance.css";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const now = services.now();
  const query = readRouteQuery(args.url.searchParams, now);
  const operation = await services.findRoute(project.id, args.params.route, query);
  if (!operation) throw notFound(args, "This route doesn't exist in this project.");
  const { environment, release, window } = query;
  const filter = { projectId: project.id, environment, release, ...window };
  const [read, findings, facts, traces, marks] = await Promise.all([
    services.readRoute(project, operation, query),
    services.readRouteFindings({ ...filter, operationId: operation.id }),
    readFactsOf(services.store.rollups, filter, operation.route),
    services.store.traces.kept(project.id, window),
    services.readReleaseMarks(project.id, { window, environment }),
  ]);
  const shown = shownFindings(findings);
  return {
    shown: shownRoute(operation, read),
    period: {
      window: read.window,
      before: read.entry.before === undefined ? undefined : read.before,
    },
    findings: shown,
    changes: await readChanges({ services, project }, shown.fixes),
    facts,
    traces,
    marks,
    now,
  };
}

export type Loaded = Route.ComponentProps["loaderData"];

const RouteBody = still(async () => (await import("./page/route-body.tsx")).RouteBody);
const SampleTables = late(async () => (await import("./page/sample-tables.tsx")).SampleTables);
const RouteEnd = still(async () => (await import("./page/route-end.tsx")).RouteEnd);

export default function RoutePage({ loaderData, params: { project } }: Route.ComponentProps) {
  const { shown, period, findings, changes, facts, traces, marks, now } = loaderData;
  const search = windowSearch(useLocation().search);
  return (
    <article>
      <RouteHead {...{ project, shown, period, search, now }} />
      <RouteBody {...{ project, shown, findings, changes, facts, marks, search, now }} />
      {shown.count > 0 && (
        <>
          <SampleTables
            {...{ project, operation: shown.operation, samples: shown.samples, search, now }}
          />
          <RouteEnd {...{ project, shown, traces, search, now }} />
        </>
      )}
    </article>
  );
}
