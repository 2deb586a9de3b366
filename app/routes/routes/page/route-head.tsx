import { href, Link } from "react-router";
import { grouped } from "#server/domain/count.ts";
import { type Operation, routeTitle } from "#server/domain/rollup/operation.ts";
import { kindWords } from "../kind-names.ts";
import { PeriodText, type ShownPeriod } from "../period-text.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { comparedReleases } from "./shown-releases.ts";
import type { ShownRoute } from "./shown-route.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

type HeadProps = {
  project: string;
  shown: ShownRoute;
  period: ShownPeriod;
  search: string;
  now: number;
};

/** The route's identity, and other types of the same route. */
export function RouteHead({ project, shown, period, search, now }: HeadProps) {
  const { service, kind } = shown.operation;
  const route = routeTitle(shown.operation);
  const to = (id: number) => ({
    pathname: href("/:project/routes/:route", { project, route: String(id) }),
    search,
  });
  return (
    <header>
      <ProjectTitle>{`${route} · ${kind}`}</ProjectTitle>
      <Crumbs scope={<ScopeMenus />}>
        <Link to={{ pathname: href("/:project/routes", { project }), search }}>Routes</Link>
        <bdi>{service}</bdi>
      </Crumbs>
      <h1>
        {route || "(no name)"} <span className="kind">{kindWords[kind] ?? kind}</span>
      </h1>
      <p className="row meta">
        {shown.siblings.length > 0 && (
          <span>
            Also:{" "}
            {shown.siblings.map(({ operation, count }, index) => [
              index > 0 && " · ",
              <Link key={operation.id} to={to(operation.id)}>
                {siblingName(operation, shown.operation)}
              </Link>,
              ` ${grouped(count)}`,
            ])}
          </span>
        )}{" "}
        <PeriodText period={period} now={now} />{" "}
        {comparedReleases(shown.releases).length > 0 && (
          <span>
            {period.before !== undefined &&
              "Changes on this page are between periods; after a deploy, the overview’s are between releases. "}
            <Link
              to={{
                pathname: href("/:project/routes/:route/compare", {
                  project,
                  route: String(shown.operation.id),
                }),
                search: keptSearch(search),
              }}
            >
              Compare releases
            </Link>
          </span>
        )}
      </p>
    </header>
  );
}

/** The difference from the shown route: its type, method, or service. */
function siblingName({ kind, method, service }: Operation, shown: Operation): string {
  const type = kindWords[kind] ?? kind;
  const name = method === undefined ? type : kind === shown.kind ? method : `${method} ${type}`;
  return service === shown.service ? name : `${name} in ${service}`;
}
