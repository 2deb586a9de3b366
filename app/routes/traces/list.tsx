import { href, redirect } from "react-router";
import { type AskedInProject, requireProject } from "#app/guard.ts";
import { keptSearch, scopeOf, startOf } from "#app/ui/format/scope.ts";
import type { KeptTraces } from "#app/ui/form/sampled-sentence.tsx";
import { namesListed } from "#app/ui/form/name-picker.tsx";
import { dayMs } from "#server/domain/time.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { TraceList as FoundTraces } from "#server/storage/traces/trace-store.ts";
import type { Route } from "./+types/list.ts";
import { type Misread, misreadOf } from "#app/ui/form/misread.tsx";
import { leftOut } from "./list/left-out.ts";
import { otherSearches } from "./list/other-searches.ts";
import { scopedSearch } from "./list/scoped-search.ts";
import { sortOf } from "./list/sorts.ts";
import { searchTabs } from "./list/search-tabs.ts";
import { TraceList } from "./list/trace-list.tsx";
import { traceRow } from "./list/trace-row.ts";
import { traceCalled } from "./trace-called.ts";
import { Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/performance.css";

const pageSize = 50;
/** Default retention of traces. */
const keptMs = 30 * dayMs;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { searchParams } = args.url;
  const missing = await openTrace(asked, searchParams);
  const kept = countKept(asked, searchParams);
  const [found, services, traces, tabs] = await Promise.all([
    missing?.isNamed ? nothing : search(asked, searchParams),
    asked.services.store.traces.services(asked.project.id, namesListed + 1),
    kept,
    searchTabs(asked, searchParams, kept),
  ]);
  const { rows, next, scannedTo, misread } = found;
  const [times, marks] = await Promise.all([
    asked.services.readServiceTimes(asked.project.id, rows),
    marksOf(asked, rows, scopeOf(searchParams).environment),
  ]);
  return {
    rows: rows.map((row, index) => traceRow(row, times[index])),
    next,
    scannedTo,
    misread,
    services,
    traces,
    tabs,
    ...(await otherSearches(asked, found, searchParams)),
    ...(missing && { missing: missing.missing }),
    leftOut: leftOut(found.leftOut, sortOf(searchParams), searchParams),
    marks,
    query: searchParams.get("query") ?? "",
    sort: sortOf(searchParams),
    service: searchParams.get("service") ?? "",
    now: asked.services.now(),
  };
}

type Found = FoundTraces & { misread?: Misread };
const nothing: Found = { rows: [] };

/** A search for a trace ID opens the trace; an unknown ID is reported. */
async function openTrace(asked: AskedInProject, params: URLSearchParams) {
  const called = await traceCalled(asked, params.get("query") ?? "");
  if (!called || "missing" in called) return called;
  const kept = keptSearch(params);
  const path = href("/:project/traces/:trace", {
    project: asked.project.slug,
    trace: called.traceId,
  });
  throw redirect(kept ? `${path}?${kept}` : path, 302);
}

/** Releases during the listed traces. */
function marksOf(
  { services, project }: AskedInProject,
  rows: TraceSummary[],
  environment: string | undefined,
) {
  const starts = rows.map(({ startedAt }) => startedAt);
  if (starts.length < 2) return [];
  // Traces have fractions of milliseconds; PostgreSQL has no fractional bounds.
  const window = { since: Math.floor(Math.min(...starts)), until: Math.ceil(Math.max(...starts)) };
  return services.readReleaseMarks(project.id, { window, environment });
}

/** In the time range, or over the retention. */
function countKept(
  { services, project }: AskedInProject,
  params: URLSearchParams,
): Promise<KeptTraces> {
  const now = services.now();
  return services.store.traces.kept(project.id, {
    since: startOf(scopeOf(params), now) ?? now - keptMs,
    until: now,
  });
}

/** An invalid query finds nothing, and marks the error. */
async function search(
  { services, project }: AskedInProject,
  params: URLSearchParams,
): Promise<Found> {
  const parsed = await services.readTraceQuery(project, params.get("query") ?? "");
  if (isProblem(parsed)) return { rows: [], misread: misreadOf(parsed) };
  return services.searchTraces({
    ...scopedSearch({ services, project }, parsed.query, params),
    cursor: params.get("cursor") ?? undefined,
    limit: pageSize,
    sort: sortOf(params),
  });
}

export default function Traces({ loaderData, params: { project } }: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>Traces</ProjectTitle>
      <Head title="Traces" scope={<ScopeMenus />} />
      <TraceList project={project} list={loaderData} />
    </>
  );
}
