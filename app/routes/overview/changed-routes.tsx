import { Link } from "react-router";
import { changeText, percentileText } from "#app/routes/routes/figure-text.ts";
import { BeforeAfter } from "#app/ui/chart/before-after.tsx";
import { counted, grouped } from "#app/ui/count.ts";
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
      {changes.length === 0 ? (
        <p className="empty">
          {compared === 0
            ? `Too few requests to compare routes with ${against}.`
            : `No significant changes in ${counted(compared, "route")}, compared with ${against}.`}
        </p>
      ) : (
        <table className="ledger">
          <caption>{`Routes that changed significantly, compared with ${against}`}</caption>
          <thead>
            <tr>
              <th scope="col">Route</th>
              <th scope="col" className="wide">
                p75, before and after
              </th>
              <th scope="col" className="number">
                p75
              </th>
              <th scope="col" className="number">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Row key={change.id} {...{ project, change, most }} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ project, change, most }: { project: string; change: ShownRoute; most: number }) {
  const links = useLinks(project);
  const { id, route, service, kind, beforeMs, afterMs } = change;
  const by = afterMs / beforeMs - 1;
  return (
    <tr>
      <th scope="row">
        <Link to={links.route(id)}>
          <b>{route || "(no name)"}</b>
        </Link>
        <small>
          {service} · {kind}
        </small>
      </th>
      <td className="wide">
        <BeforeAfter before={beforeMs} after={afterMs} most={most} />
        <span className="hidden">{`${percentileText(beforeMs)} before`}</span>
      </td>
      <td className="number">{percentileText(afterMs)}</td>
      <td className={by > 0 ? "number bad" : "number good"}>
        {changeText(by)} <span className="hidden">{by > 0 ? "slower" : "faster"}</span>
      </td>
    </tr>
  );
}
