import { Link } from "react-router";
import { still } from "#app/enhance/still.tsx";
import { requireProject } from "#app/guard.ts";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { Route } from "./+types/list.ts";
import { releaseScope } from "./release-window.ts";
import { NameMenu } from "#app/ui/choice-menu.tsx";
import { namesListed } from "#app/ui/form/name-picker.tsx";
import { Find } from "#app/ui/find.tsx";
import { shownListed } from "./shown-entry.ts";
import { Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/performance.css";

const pageSize = 25;

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const { searchParams } = args.url;
  const now = services.now();
  const query = searchParams.get("query")?.trim() ?? "";
  const { window, environment } = releaseScope(searchParams, now);
  const service = searchParams.get("service") ?? "";
  const [{ entries, measure, next }, choices] = await Promise.all([
    services.readReleases(project, {
      window,
      environment,
      query,
      service: service === "" ? undefined : service,
      limit: pageSize,
      cursor: searchParams.get("cursor") ?? undefined,
    }),
    services.store.rollups.facets(
      { projectId: project.id, environment, ...window },
      namesListed + 1,
    ),
  ]);
  return {
    entries: entries.map(shownListed),
    measure,
    next,
    query,
    service,
    services: choices.services,
    window,
    now,
  };
}

const ReleaseTable = still(async () => (await import("./release-table.tsx")).ReleaseTable);

export default function Releases({ loaderData }: Route.ComponentProps) {
  const { entries, query, service, services, next } = loaderData;
  return (
    <>
      <ProjectTitle>Releases</ProjectTitle>
      <Head title="Releases" scope={<ScopeMenus />} />
      <div className="row list-head">
        <Find
          of="Releases"
          label="Search releases"
          query={query}
          placeholder="Search releases, e.g. web@2.4"
        />
        {(services.length > 1 || service !== "") && (
          <NameMenu
            field="service"
            label="Service"
            all="All services"
            icon="filter"
            chosen={service}
            names={services}
          />
        )}
      </div>
      {entries.length > 0 ? (
        <ReleaseTable {...loaderData} />
      ) : (
        <NoReleases query={query} service={service} />
      )}
      <Pager next={next} label="Pages of releases" />
    </>
  );
}

/** Explains how SDKs and tools create releases. */
function NoReleases({ query, service }: { query: string; service: string }) {
  if (query === "" && service !== "")
    return (
      <p className="empty">
        No releases of <code>{service}</code> ran in this time range.{" "}
        <Link to={{ search: "" }}>Show all releases</Link>
      </p>
    );
  if (query !== "")
    return (
      <p className="empty">
        No releases match <code>{query}</code>. <Link to={{ search: "" }}>Show all releases</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        No releases yet. Set one in your SDK to see which issues are new in it, its users, and how
        its speed compares with the previous release.
      </p>
      <CodeBlock
        code={`Sentry.init({ dsn: "…", release: "web@1.2.3" });`}
        label="In the application"
      />
      <p>
        In OpenTelemetry, set <code>service.version</code>. Your build can create releases, too,
        with commits, deploys, and source maps:
      </p>
      <CodeBlock
        code={
          "sentry-cli releases new web@1.2.3\nsentry-cli releases set-commits web@1.2.3 --local\nsentry-cli deploys new --release web@1.2.3 --env production"
        }
        label="In the build"
      />
    </div>
  );
}
