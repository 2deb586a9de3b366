import { notFound, requireProject } from "#app/guard.ts";
import type { Route } from "./+types/page.ts";
import { Artifacts } from "./artifacts.tsx";
import { Commits } from "./commits.tsx";
import { Deploys } from "./deploys.tsx";
import { HealthTrend } from "./health-trend.tsx";
import { ReleaseFigures } from "./release-figures.tsx";
import { ReleaseHead } from "./release-head.tsx";
import { ReleaseIssues } from "./release-issues.tsx";
import { releaseScope } from "./release-window.ts";
import { RouteChanges } from "./route-changes.tsx";
import { shownReading } from "./shown-reading.ts";

/** The version is the rest of the path, whether its slashes came encoded or not. */
export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const now = services.now();
  const scope = releaseScope(args.url.searchParams, now);
  const reading = await services.readRelease(project, args.params["*"] ?? "", scope);
  if (!reading) throw notFound(args, "There is no such release in this project.");
  return { shown: shownReading(reading), window: scope.window, now };
}

export default function ReleasePage({ loaderData, params: { project } }: Route.ComponentProps) {
  const { shown, window, now } = loaderData;
  return (
    <article>
      <ReleaseHead {...{ project, shown, window, now }} />
      <ReleaseFigures entry={shown.entry} measure={shown.measure} />
      <HealthTrend {...shown} now={now} />
      <ReleaseIssues {...{ project, lists: shown.issueLists, counts: shown.entry.issues, now }} />
      <RouteChanges
        {...{ project, routes: shown.routes, version: shown.entry.version, previous: shown.entry.previous }}
      />
      <Commits commits={shown.commits} now={now} />
      <Deploys deploys={shown.allDeploys} now={now} />
      <Artifacts bundles={shown.bundles} now={now} />
    </article>
  );
}
