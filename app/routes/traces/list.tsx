import { type AskedInProject, requireProject } from "#app/guard.ts";
import { scopeOf, startOf } from "#app/ui/scope.ts";
import type { KeptTraces } from "#app/ui/kept-sentence.tsx";
import { namesListed } from "#app/ui/name-picker.tsx";
import { dayMs } from "#server/domain/time.ts";
import { isProblem } from "#server/domain/problem.ts";
import { unlistedFor } from "#server/domain/search/trace-query.ts";
import type { TraceSummary } from "#server/domain/trace/summary.ts";
import type { TraceList as FoundTraces } from "#server/storage/trace-store.ts";
import type { Route } from "./+types/list.ts";
import { type Misread, misreadOf } from "#app/ui/misread.tsx";
import { leftOut } from "./list/left-out.ts";
import { sortOf } from "./list/sorts.ts";
import { TraceList } from "./list/trace-list.tsx";
import { traceRow } from "./list/trace-row.ts";
import { Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import "#app/ui/styles/performance.css";

const pageSize = 50;
/** SPEC section 9, retention. */
const keptMs = 30 * dayMs;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { searchParams } = args.url;
  const [found, services, traces] = await Promise.all([
    search(asked, searchParams),
    asked.services.store.traces.services(asked.project.id, namesListed + 1),
    countKept(asked, searchParams),
  ]);
  const { rows, next, scannedTo, misread } = found;
  const [times, marks] = await Promise.all([
    asked.services.readServiceTimes(asked.project.id, rows),
    marksOf(asked, rows, scopeOf(searchParams).environment),
  ]);
  return {
    ...{ rows: rows.map((row, index) => traceRow(row, times[index])), next, scannedTo, misread, services, traces },
    hints: await hintsOn(asked, found, searchParams),
    leftOut: leftOut(found.leftOut, sortOf(searchParams), searchParams),
    marks,
    query: searchParams.get("query") ?? "",
    sort: sortOf(searchParams),
    service: searchParams.get("service") ?? "",
    now: asked.services.now(),
  };
}

/** Nothing was found, and there is nowhere to go on. */
async function hintsOn(
  { services, project }: AskedInProject,
  found: FoundTraces & { misread?: Misread },
  params: URLSearchParams,
) {
  const isEmpty = found.rows.length === 0 && !found.misread && found.next === undefined && !params.has("cursor");
  return isEmpty ? services.hintTraceSearch(project, params.get("query") ?? "") : [];
}

/** The releases in the time of the traces that are listed. */
function marksOf({ services, project }: AskedInProject, rows: TraceSummary[], environment: string | undefined) {
  const starts = rows.map(({ startedAt }) => startedAt);
  if (starts.length < 2) return [];
  // Traces know fractions of milliseconds, PostgreSQL no fractional bounds.
  const window = { since: Math.floor(Math.min(...starts)), until: Math.ceil(Math.max(...starts)) };
  return services.readReleaseMarks(project.id, { window, environment });
}

/** In the time range, or as long as traces are kept. */
function countKept({ services, project }: AskedInProject, params: URLSearchParams): Promise<KeptTraces> {
  const now = services.now();
  return services.store.traces.kept(project.id, { since: startOf(scopeOf(params), now) ?? now - keptMs, until: now });
}

/** A query that cannot be read finds nothing, and says at which word. */
async function search(
  { services, project }: AskedInProject,
  params: URLSearchParams,
): Promise<FoundTraces & { misread?: Misread }> {
  const parsed = await services.readTraceQuery(project, params.get("query") ?? "");
  if (isProblem(parsed)) return { rows: [], misread: misreadOf(parsed) };
  const service = params.get("service");
  const ofService = service ? [{ key: "service", value: service, negated: false }] : [];
  const scope = scopeOf(params);
  return services.searchTraces({
    projectId: project.id,
    query: { ...parsed.query, terms: [...parsed.query.terms, ...ofService] },
    environment: scope.environment,
    since: startOf(scope, services.now()),
    cursor: params.get("cursor") ?? undefined,
    limit: pageSize,
    sort: sortOf(params),
    // Data forms list everything: scripts rely on what they sent being there.
    ...unlistedFor(parsed.query),
  });
}

export default function Traces({ loaderData, params: { project } }: Route.ComponentProps) {
  return (
    <>
      <title>{`Traces · ${project} · Spoor`}</title>
      <Head title="Traces" scope={<ScopeMenus />} />
      <TraceList project={project} list={loaderData} />
    </>
  );
}
