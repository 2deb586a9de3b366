import { href, Link } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requestContext } from "#app/context.ts";
import { requireProject } from "#app/guard.ts";
import { Pager } from "#app/ui/pager.tsx";
import { scopeOf } from "#app/ui/format/scope.ts";
import { dayMs } from "#server/domain/time.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/list.ts";
import { Find } from "#app/ui/find.tsx";
import { MonitorTable } from "./monitor-table.tsx";
import { shownMonitor } from "./shown-monitor.ts";
import { monitorSnippets, type MonitorSnippets } from "./snippets.ts";
import { stripOf, stripWindow } from "./strip-cells.ts";
import { Head } from "#app/ui/head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/performance.css";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, project, viewer } = await requireProject(args, "project:read");
  const { monitors } = services.store;
  const { searchParams } = args.url;
  const { environment } = scopeOf(searchParams);
  const query = searchParams.get("query")?.trim() ?? "";
  const cursor = searchParams.get("cursor") ?? undefined;
  const now = services.now();
  const { rows, next } = await monitors.list({
    projectId: project.id,
    query,
    limit: pageSize,
    ...(cursor !== undefined && { cursor }),
  });
  const window = stripWindow(now - dayMs, now);
  const monitorIds = rows.map(({ monitor }) => monitor.id);
  const steps = await monitors.steps({
    ...window,
    monitorIds,
    ...(environment !== undefined && { environment }),
  });
  const [key] = rows.length > 0 ? [] : await services.store.projects.keys(project.id);
  const { publicUrl } = args.context.get(requestContext);
  return {
    rows: rows.map((row) => ({
      ...shownMonitor(row, environment, now),
      strip: stripOf(
        steps.filter(({ monitorId }) => monitorId === row.monitor.id),
        window,
      ),
    })),
    next,
    query,
    now,
    mayChange: may(viewer, "issue:triage", project.id),
    snippets: key && monitorSnippets({ publicUrl, key, slug: "nightly-backup" }),
  };
}

export default function Monitors({ loaderData, params: { project } }: Route.ComponentProps) {
  const { rows, next, query, now, mayChange, snippets } = loaderData;
  return (
    <>
      <ProjectTitle>Monitors</ProjectTitle>
      <Head
        title="Monitors"
        scope={
          <>
            <ScopeMenus hasRange={false} />
            {mayChange && (
              <Link className="button primary" to={href("/:project/monitors/new", { project })}>
                <Icon name="plus" /> New monitor
              </Link>
            )}
          </>
        }
      />
      {(rows.length > 0 || query !== "") && (
        <div className="row list-head">
          <Find of="Monitors" label="Search monitors" query={query} placeholder="Search monitors" />
        </div>
      )}
      {rows.length > 0 ? (
        <MonitorTable {...{ rows, now, project }} />
      ) : (
        <NoMonitors {...{ query, snippets }} />
      )}
      <Pager next={next} label="Pages of monitors" />
    </>
  );
}

const SnippetParts = late(async () => (await import("./snippet-parts.tsx")).SnippetParts);

function NoMonitors({ query, snippets }: { query: string; snippets?: MonitorSnippets }) {
  if (query !== "")
    return (
      <p className="empty">
        No monitors match <code>{query}</code>. <Link to={{ search: "" }}>Show all monitors</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        No monitors yet. A monitor expects check-ins from a scheduled job. If a check-in is missed,
        fails, or times out, you see it here, and alerts notify you.
      </p>
      <p>
        Create a monitor and send check-ins to its URL. Or let an SDK send the schedule; its first
        check-in creates the monitor.
      </p>
      {snippets && <SnippetParts snippets={snippets} />}
    </div>
  );
}
