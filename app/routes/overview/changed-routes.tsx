import { Link } from "react-router";
import { changeText, percentileText } from "#app/routes/routes/figure-text.ts";
import { BeforeAfter } from "#app/ui/chart/before-after.tsx";
import { lengthWords } from "#server/domain/overview/summary.ts";
import { kindWords } from "#app/routes/routes/kind-names.ts";
import { Table } from "#app/ui/table.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { versionLabel } from "#server/domain/release/mark.ts";
import { useLinks } from "./links.ts";
import type { ShownOverview, ShownRoute } from "./shown-overview.ts";

/** Routes with statistically significant changes in duration. */
export function ChangedRoutes({ project, shown }: { project: string; shown: ShownOverview }) {
  const links = useLinks(project);
  const { changes, changed, compared, against } = shown;
  const most = Math.max(...changes.flatMap(({ beforeMs, afterMs }) => [beforeMs, afterMs]), 0);
  const than = thanWords(shown);
  return (
    <section className="part">
      <header>
        <h2>Route changes</h2>
        {changes.length > 0 && <span className="meta">{`Compared with ${than}`}</span>}
        {against.kind === "release" && changed > 0 ? (
          <Link to={links.changes(against.version)}>{`View all ${grouped(changed)} changed`}</Link>
        ) : (
          <Link to={links.routes()}>View routes</Link>
        )}
      </header>
      <Table
        caption={`Routes that changed significantly, compared with ${than}`}
        rows={changes}
        keyOf={({ id }) => id}
        columns={[
          { head: "Route", cell: (change) => <RouteName {...{ project, change, against }} /> },
          {
            head: "Before and after",
            className: "wide",
            cell: ({ beforeMs, afterMs }) => (
              <>
                <BeforeAfter before={beforeMs} after={afterMs} most={most} />
                <span className="hidden">{`${percentileText(beforeMs)} before`}</span>
              </>
            ),
          },
          { head: "After", className: "number", cell: ({ afterMs }) => percentileText(afterMs) },
          { head: "Change", className: "number", cell: (change) => <Change {...change} /> },
        ]}
        empty={
          <p className="empty">
            {compared === 0
              ? `Too few requests to compare routes with ${than}.`
              : `No significant changes in duration in ${counted(compared, "route")}, compared with ${than}.`}
          </p>
        }
      />
    </section>
  );
}

/** The baseline of the comparison, with its period if it differs from the page's. */
function thanWords({ against, since }: ShownOverview): string {
  if (against.kind === "period") return "the previous period";
  if (against.kind === "release")
    return `${versionLabel(against.previous)} in the last ${lengthWords(against.until - against.since)}`;
  return since.kind === "period"
    ? "the previous period"
    : `the time before ${versionLabel(since.version)}`;
}

type NameProps = { project: string; change: ShownRoute; against: ShownOverview["against"] };

/** Links to the comparison with this figure. */
function RouteName({ project, change, against }: NameProps) {
  const links = useLinks(project);
  const { id, route, service, kind, q } = change;
  return (
    <>
      <Link to={links.change(id, against)}>
        <b>{route || "(no name)"}</b>
      </Link>
      <small>
        {service} · {kindWords[kind] ?? kind} · p{Math.round(100 * q)}
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
