import { href, Link, useLocation, useParams, Form } from "react-router";
import { still } from "#app/enhance/still.tsx";
import { type AskedInProject, notFound, requireProject } from "#app/guard.ts";
import { Options } from "#app/ui/form/choice.tsx";
import { counted } from "#server/domain/count.ts";
import { keptSearch, scopeOf } from "#app/ui/format/scope.ts";
import { areComparable } from "#server/domain/rollup/compare/compare-choice.ts";
import { routeTitle, type StoredOperation } from "#server/domain/rollup/operation.ts";
import { tierMs } from "#server/domain/rollup/tier.ts";
import { readWindow, type Window } from "#server/domain/rollup/window.ts";
import type { Route } from "./+types/compare.ts";
import { releaseName, type ShownComparison, shownComparison } from "./compare/shown-comparison.ts";
import { readChange } from "./findings/began-with.tsx";
import { ReleaseLink, releasePath } from "#app/ui/release-link.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { kindWords } from "./kind-names.ts";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/performance.css";

/** Releases are weeks apart: the default range is 30 days. */
const usualSince = "30d";

/** One route in two releases: `?from&to`; default: the newest and the previous one. */
export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { services, project } = asked;
  const { searchParams } = args.url;
  const { environment, since } = scopeOf(searchParams);
  const window = readWindow(
    { since: since ?? usualSince, until: searchParams.get("until") },
    services.now(),
  );
  const operation = await services.findRoute(project.id, args.params.route, {
    window,
    environment,
  });
  if (!operation) throw notFound(args, "This route doesn't exist in this project.");
  const filter = { projectId: project.id, environment, ...window, operationId: operation.id };
  const [from, to] = [searchParams.get("from"), searchParams.get("to")];
  const { releases, compared } = await services.compareReleases({ ...filter, from, to });
  const known = services.store.releases;
  const pair = compared && [compared.from.release, compared.to.release];
  const [commits, seen] = await Promise.all([
    pair && known.commitCounts(project.id, pair),
    pair && Promise.all(pair.map((each) => known.find(project.id, each))),
  ]);
  const options = (of: typeof releases) =>
    Object.fromEntries(
      of.map(({ release, rollup }) => [release, optionText(release, rollup.durations.count)]),
    );
  const shown =
    compared && shownComparison(compared, { unitMs: await unitOf(asked, window), seen });
  return {
    ...headOf(operation),
    releases: options(releases),
    before: compared && options(releases.filter((each) => areComparable(each, compared.to))),
    commits,
    chosen: compared && { from: compared.from.release, to: compared.to.release },
    shown,
    change: shown && (await changeOfSlower(asked, shown, compared.to.release)),
  };
}

const headOf = (operation: StoredOperation) => {
  const { id, service, kind } = operation;
  return { id, service, kind, route: routeTitle(operation) };
};

const optionText = (release: string, count: number) =>
  `${releaseName(release)}, ${counted(count, "request")}`;

/** If the route is significantly slower, the commit that changed a slower module of it. */
async function changeOfSlower(
  asked: AskedInProject,
  { figures, routes }: ShownComparison,
  release: string,
) {
  if (!figures.some(({ isWorse }) => isWorse)) return undefined;
  const routeIds = routes.flatMap(({ routeId, isSlower }) => (isSlower ? routeId : []));
  if (routeIds.length === 0 || release === "") return undefined;
  const change = await readChange(asked, { release, routeIds });
  return change.commit && change;
}

async function unitOf({ services }: AskedInProject, window: Window): Promise<number> {
  return tierMs[(await services.store.rollups.cover(window)).unit];
}

const Comparison = still(async () => (await import("./compare/comparison.tsx")).Comparison);

export default function CompareReleases({ loaderData, params: { project } }: Route.ComponentProps) {
  const { id, route, service, kind, releases, before, chosen, commits, shown, change } = loaderData;
  const search = keptSearch(useLocation().search);
  return (
    <>
      <ProjectTitle>{`${route}, release comparison`}</ProjectTitle>
      <Crumbs scope={<ScopeMenus />}>
        <Link to={{ pathname: href("/:project/routes", { project }), search }}>Routes</Link>
        <Link
          to={{ pathname: href("/:project/routes/:route", { project, route: String(id) }), search }}
        >
          {route}
        </Link>
      </Crumbs>
      <h1>
        {route}{" "}
        <span className="kind">{`${kindWords[kind] ?? kind} (${service}), release comparison`}</span>
      </h1>
      {chosen && shown && before ? (
        <>
          <ReleaseForm releases={releases} before={before} {...chosen} />
          <p className="row meta">
            {[chosen.from, chosen.to].map((version) => (
              <ReleaseOf key={version} version={version} commits={commits?.get(version) ?? 0} />
            ))}
          </p>
          <Comparison shown={shown} change={change} />
        </>
      ) : (
        <NoTwoReleases names={Object.values(releases)} />
      )}
    </>
  );
}

/** A link to the release, and one to its commits. */
function ReleaseOf({ version, commits }: { version: string; commits: number }) {
  const { project = "" } = useParams();
  if (version === "") return null;
  return (
    <span>
      <ReleaseLink version={version} />{" "}
      {commits > 0 && (
        <Link to={{ pathname: releasePath(project, version), hash: "commits" }}>
          {counted(commits, "commit")}
        </Link>
      )}
    </span>
  );
}

function NoTwoReleases({ names }: { names: string[] }) {
  return (
    <p className="empty">
      {names.length === 0
        ? "This route had no requests in this time range."
        : names.length === 1
          ? `Only one release has data in this time range: ${names[0]}.`
          : "No other release of that package has data in this time range. Releases of different packages are not compared."}{" "}
      Choose a longer time range above. A release is the <code>service.version</code> in
      OpenTelemetry, or the <code>release</code> in Sentry SDKs.
    </p>
  );
}

/**
 * Options by value with their text. `releases`: all. `before`: those of the same package as the
 * shown release. `from`, `to`: the current values.
 */
type Props = { releases: Texts; before: Texts; from: string; to: string };
type Texts = { [release: string]: string };

/** A GET form that selects the two releases. */
function ReleaseForm({ releases, before, from, to }: Props) {
  const kept = [...new URLSearchParams(keptSearch(useLocation().search))];
  return (
    // The key resets the fields when a link changes the selection.
    <Form key={`${from} ${to}`} className="row list-head" aria-label="Releases to compare">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        From{" "}
        <select name="from" defaultValue={from}>
          <Options options={before} />
        </select>
      </label>
      <label>
        to{" "}
        <select name="to" defaultValue={to}>
          <Options options={releases} />
        </select>
      </label>
      <button>Compare</button>
    </Form>
  );
}
