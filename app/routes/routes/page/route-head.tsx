import { href, Link } from "react-router";
import { grouped } from "#app/ui/count.ts";
import { PeriodText, type ShownPeriod } from "../period-text.tsx";
import type { ShownRoute } from "./shown-route.ts";

type HeadProps = { project: string; shown: ShownRoute; period: ShownPeriod; search: string; now: number };

/** Which operation this is, and the others of the same route. */
export function RouteHead({ project, shown, period, search, now }: HeadProps) {
  const { route, service, kind } = shown.operation;
  const to = (id: number) => ({ pathname: href("/:project/routes/:route", { project, route: String(id) }), search });
  return (
    <header>
      <title>{`${route} · ${kind} · ${project} · Spoor`}</title>
      <nav className="meta" aria-label="Breadcrumb">
        <Link to={{ pathname: href("/:project/routes", { project }), search }}>Routes</Link>
        {" / "}
        <bdi>{service}</bdi>
      </nav>
      <h1>
        {route || "(no name)"} <span className="meta">{kind}</span>
      </h1>
      {shown.siblings.length > 0 && (
        <p>
          Also{" "}
          {shown.siblings.map(({ operation, count }, index) => [
            index > 0 && " · ",
            <Link key={operation.id} to={to(operation.id)}>
              {operation.service === service ? operation.kind : `${operation.kind} in ${operation.service}`}
            </Link>,
            ` ${grouped(count)}`,
          ])}
        </p>
      )}
      <p>
        <PeriodText period={period} now={now} />
      </p>
    </header>
  );
}
