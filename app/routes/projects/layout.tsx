import { href, Link, Outlet, useLocation, useRouteLoaderData } from "react-router";
import { usePending } from "#app/enhance/pending.ts";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { requireProject } from "#app/guard.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { namesListed } from "#app/ui/name-picker.tsx";
import { Page } from "#app/ui/page.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/layout.ts";
import { LimitNotice } from "./limit-notice.tsx";
import { ScopeForm } from "./scope-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project } = await requireProject(args, "project:read");
  const [environments, exceeded] = await Promise.all([
    services.store.projects.environments(project.id, { limit: namesListed + 1 }),
    services.exceededLimits(project.id),
  ]);
  const overLimit = exceeded.map(({ label }) => label);
  return { name: project.name, environments, overLimit, mayChange: may(viewer, "project:change", project.id) };
}

export const shouldRevalidate = unlessOnlyChildChanged(["project"], []);

/** The frame of a project's pages: its tabs, and the filter that all of them keep. */
export default function ProjectLayout({ loaderData, params: { project } }: Route.ComponentProps) {
  const { overLimit } = loaderData;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname, search } = useLocation();
  const kept = keptSearch(search);
  const tab = (text: string, to: string, shortcut: string) => {
    const current = pathname === to || pathname.startsWith(`${to}/`);
    return { text, shortcut, to: { pathname: to, search: kept }, current };
  };
  const tabs = [
    tab("Issues", href("/:project/issues", { project }), "g+i"),
    tab("Feedback", href("/:project/feedback", { project }), "g+f"),
    tab("Routes", href("/:project/routes", { project }), "g+r"),
    tab("Traces", href("/:project/traces", { project }), "g+t"),
    tab("Releases", href("/:project/releases", { project }), "g+l"),
    tab("Vitals", href("/:project/vitals", { project }), "g+v"),
    tab("Monitors", href("/:project/monitors", { project }), "g+m"),
    tab("Alerts", href("/:project/alerts", { project }), "g+a"),
    tab("Connect", href("/:project/connect", { project }), "g+c"),
    // Who may change nothing sees who the members are.
    loaderData.mayChange
      ? tab("Settings", href("/:project/settings", { project }), "g+s")
      : tab("Members", href("/:project/settings/members", { project }), "g+s"),
  ];
  const end = (
    <>
      {!hasNoScope(pathname) && <ScopeForm environments={loaderData.environments} />}
      <Link to="/" title="All projects">
        {loaderData.name}
      </Link>
    </>
  );
  return (
    <Page
      viewer={root?.viewer}
      tabs={<Tabs label={loaderData.name} tabs={tabs} className="masthead-tabs" />}
      end={end}
      busy={usePending()}
    >
      {overLimit.length > 0 && <LimitNotice {...{ project, labels: overLimit, mayChange: loaderData.mayChange }} />}
      <Outlet />
    </Page>
  );
}

/** Pages that no environment and no range of time changes. */
const hasNoScope = (pathname: string) => /\/(?:connect|(?:alerts|settings)(?:\/.*)?)$/.test(pathname);
