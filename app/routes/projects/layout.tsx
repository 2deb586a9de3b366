import { href, Link, Outlet, useRouteLoaderData } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { usePending } from "#app/enhance/pending.ts";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { requireProject } from "#app/guard.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { namesListed } from "#app/ui/form/name-picker.tsx";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/layout.ts";
import { readRailCounts } from "./rail-counts.ts";
import type { ProjectOutlet } from "./scope-lists.tsx";

const listed = (labels: string[]): string =>
  labels.length < 3
    ? labels.join(" and ")
    : `${labels.slice(0, -1).join(", ")}, and ${labels.at(-1)}`;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project } = await requireProject(args, "project:read");
  const [environments, exceeded, counts] = await Promise.all([
    services.store.projects.environments(project.id, { limit: namesListed + 1 }),
    services.exceededLimits(project.id),
    readRailCounts(services, project.id),
  ]);
  const overLimit = exceeded.map(({ label }) => label);
  return {
    name: project.name,
    environments,
    overLimit,
    counts,
    mayChange: may(viewer, "project:change", project.id),
  };
}

export const shouldRevalidate = unlessOnlyChildChanged(["project"], []);

/** The frame of a project's pages: its rail, and the environments in the menus. */
export default function ProjectLayout({ loaderData, params: { project } }: Route.ComponentProps) {
  const { name, environments, overLimit, counts, mayChange } = loaderData;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <Page
      frame={root ?? { theme: "auto" }}
      project={{ slug: project, name, mayChange, counts }}
      busy={usePending()}
    >
      {overLimit.length > 0 && <LimitNotice {...{ project, labels: overLimit, mayChange }} />}
      <Outlet context={{ environments } satisfies ProjectOutlet} />
    </Page>
  );
}

const ErrorPage = late(async () => (await import("#app/routes/front/error-page.tsx")).ErrorPage);

/** Errors within a project keep its frame. */
export function ErrorBoundary({ error, loaderData, params }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { project: slug } = params;
  const project = loaderData && slug !== undefined && { ...loaderData, slug };
  return <ErrorPage error={error} frame={root} project={project || undefined} />;
}

/**
 * A notice on a project's pages while a name limit is exceeded. `labels`: the limits, most often
 * exceeded first.
 */
function LimitNotice({
  project,
  labels,
  mayChange,
}: {
  project: string;
  labels: string[];
  mayChange: boolean;
}) {
  return (
    <p className="meta" role="note">
      {`Some names in this project are not indexed. Limits exceeded in the last 24 hours: ${listed(labels)}. Events are stored in full.`}{" "}
      {mayChange && <Link to={href("/:project/settings/intake", { project })}>Usage</Link>}
    </p>
  );
}
