import { Link } from "react-router";
import { changeText, percentileText } from "#app/routes/routes/figure-text.ts";
import { BeforeAfter } from "#app/ui/chart/before-after.tsx";
import { Table } from "#app/ui/table.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { versionLabel } from "#server/domain/release/mark.ts";
import { useLinks } from "./links.ts";
import type { ShownOverview, ShownRoute } from "./shown-overview.ts";

/** Routes that are slower or faster by more than noise. */
export function ChangedRoutes({ project, shown }: { project: string; shown: ShownOverview }) {
  const links = useLinks(project);
  const { changes, compared, routes, since } = shown;
  const most = Math.max(...changes.flatMap(({ beforeMs, afterMs }) => [beforeMs, afterMs]), 0);
  const against = since.kind === "period" ? "the previous period" : `before ${versionLabel(since.version)}`;
  return (
    <section className="part">
      <header>
        <h2>Route changes</h2>
        {routes > 0 && <Link to={links.routes()}>{`View all ${grouped(routes)}`}</Link>}
      </header>
      <Table
        caption={`Routes that changed significantly, compared with ${against}`}
        rows={changes}
        keyOf={({ id }) => id}
        columns={[
          { head: "Route", cell: (change) => <RouteName {...{ project, change }} /> },
          {
            ...{ head: "p75, before and after", className: "wide" },
            cell: ({ beforeMs, afterMs }) => (
              <>
                <BeforeAfter before={beforeMs} after={afterMs} most={most} />
                <span className="hidden">{`${percentileText(beforeMs)} before`}</span>
              </>
            ),
          },
          { head: "p75", className: "number", cell: ({ afterMs }) => percentileText(afterMs) },
          { head: "Change", className: "number", cell: (change) => <Change {...change} /> },
        ]}
        empty={
          <p className="empty">
            {compared === 0
              ? `Too few requests to compare routes with ${against}.`
              : `No significant changes in ${counted(compared, "route")}, compared with ${against}.`}
          </p>
        }
      />
    </section>
  );
}

function RouteName({ project, change }: { project: string; change: ShownRoute }) {
  const links = useLinks(project);
  const { id, route, service, kind } = change;
  return (
    <>
      <Link to={links.route(id)}>
        <b>{route || "(no name)"}</b>
      </Link>
      <small>
        {service} · {kind}
      </small>
    </>
  );
}

function Change({ beforeMs, afterMs }: ShownRoute) {
  const by = afterMs / beforeMs - 1;
  return (
    <span className={by > 0 ? "bad" : "good"}>
      {changeText(by)} <span className="hidden">{by > 0 ? "slower" : "faster"}</span>
    </span>
  );
}
