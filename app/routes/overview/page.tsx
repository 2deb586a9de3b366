import { still } from "#app/enhance/still.tsx";
import { requireProject } from "#app/guard.ts";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { releaseScope } from "#app/routes/releases/release-window.ts";
import { Head } from "#app/ui/head.tsx";
import { scopeOf } from "#app/ui/format/scope.ts";
import { readWindow } from "#server/domain/rollup/window.ts";
import type { Route } from "./+types/page.ts";
import { shownOverview } from "./shown-overview.ts";
import "#app/ui/styles/overview.css";

/** A project opens with its overview. */
export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const now = services.now();
  const { environment, since } = scopeOf(args.url.searchParams);
  const window = readWindow({ since: since ?? null, until: null }, now);
  // As on a release's own page.
  const compared = releaseScope(args.url.searchParams, now).window;
  const reading = await services.readOverview(project, { window, environment, compared });
  const isConnected = project.firstEventAt !== undefined || reading.stats.requests !== undefined;
  return { name: project.name, shown: shownOverview(reading), isConnected, now };
}

export type Loaded = Route.ComponentProps["loaderData"];

const OverviewBody = still(async () => (await import("./overview-body.tsx")).OverviewBody);

export default function Overview({ loaderData, params: { project } }: Route.ComponentProps) {
  const { name } = loaderData;
  return (
    <>
      <title>{`${name} · Spoor`}</title>
      <Head title={name} scope={<ScopeMenus />} />
      <OverviewBody {...loaderData} project={project} />
    </>
  );
}
