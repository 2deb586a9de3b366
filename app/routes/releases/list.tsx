import { still } from "#app/enhance/still.tsx";
import { requireProject } from "#app/guard.ts";
import { Pager } from "#app/ui/pager.tsx";
import type { Route } from "./+types/list.ts";
import { NoReleases } from "./no-releases.tsx";
import { releaseScope } from "./release-window.ts";
import { Find } from "#app/ui/find.tsx";
import { shownListed } from "./shown-entry.ts";
import { Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import "#app/ui/styles/performance.css";

const pageSize = 25;

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const { searchParams } = args.url;
  const now = services.now();
  const query = searchParams.get("query")?.trim() ?? "";
  const { window, environment } = releaseScope(searchParams, now);
  const { entries, measure, next } = await services.readReleases(project, {
    ...{ window, environment, query, limit: pageSize },
    cursor: searchParams.get("cursor") ?? undefined,
  });
  return { entries: entries.map(shownListed), ...{ measure, next, query, window, now } };
}

const ReleaseTable = still(async () => (await import("./release-table.tsx")).ReleaseTable);

export default function Releases({ loaderData, params: { project } }: Route.ComponentProps) {
  const { entries, query, next } = loaderData;
  return (
    <>
      <title>{`Releases · ${project} · Spoor`}</title>
      <Head title="Releases" scope={<ScopeMenus />} />
      <div className="row list-head">
        <Find of="Releases" label="Search releases" query={query} placeholder="Search releases, e.g. web@2.4" />
      </div>
      {entries.length > 0 ? <ReleaseTable {...loaderData} /> : <NoReleases query={query} />}
      <Pager next={next} label="Pages of releases" />
    </>
  );
}
