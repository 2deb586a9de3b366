import { href, Link, useLocation } from "react-router";
import { ChangeMark, slower as words } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped } from "#app/ui/count.ts";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import { FailureChanges } from "./failure-changes.tsx";
import type { ShownChange, ShownReading } from "./shown-reading.ts";

type ChangesProps = { project: string; version: string; previous?: string; routes: ShownReading["routes"] };

const mostShown = 20;

/** Routes that fail more often, are slower or faster in this release, by more than noise. */
export function RouteChanges({ project, version, previous, routes }: ChangesProps) {
  const { slower, faster, failsMore, failsLess, compared } = routes;
  const search = comparisonOf(useLocation().search, previous, version);
  const table = (title: string, changes: ShownChange[]) =>
    changes.length > 0 && <ChangesTable {...{ project, title, changes, search }} />;
  const changed = new Set([...failsMore, ...failsLess, ...slower, ...faster].map(({ id }) => id)).size;
  return (
    <section className="part" id="routes">
      <h2>Route changes</h2>
      <p className="meta">
        {previous === undefined ? (
          "No earlier release of this package to compare with."
        ) : (
          <Compared {...{ previous, compared, changed }} />
        )}
      </p>
      <FailureChanges {...{ project, title: "Fail more often", changes: failsMore, search }} />
      {table("Slower", slower)}
      {table("Faster", faster)}
      <FailureChanges {...{ project, title: "Fail less often", changes: failsLess, search }} />
    </section>
  );
}

function Compared({ previous, compared, changed }: { previous: string; compared: number; changed: number }) {
  return (
    <>
      Against <ReleaseLink version={previous} />:{" "}
      {compared === 0
        ? "no route ran often enough in both of them in this time."
        : `${counted(compared, "route")} ran often enough in both to tell; ${changed === 0 ? "none of them changed" : `${grouped(changed)} changed`} by more than noise.`}
      {changed > 0 && " About one comparison in 170 is wrong by chance."}
    </>
  );
}

/** Of links to the comparison of a route in these two releases. */
function comparisonOf(search: string, from: string | undefined, to: string): string {
  const params = new URLSearchParams(keptSearch(search));
  if (from !== undefined) params.set("from", from);
  params.set("to", to);
  return params.toString();
}

type TableProps = { project: string; title: string; changes: ShownChange[]; search: string };

function ChangesTable({ project, title, changes, search }: TableProps) {
  return (
    <table className="ledger route-changes">
      <caption>{`${title} routes`}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="number more">
            Requests
          </th>
          <th scope="col" className="number more">
            Before
          </th>
          <th scope="col" className="number">
            Now
          </th>
          <th scope="col" className="number">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, mostShown).map(({ id, route, service, kind, q, beforeMs, afterMs, count }) => (
          <tr key={id}>
            <th scope="row">
              <Link
                to={{
                  pathname: href("/:project/routes/:route/compare", { project, route: String(id) }),
                  search,
                }}
              >
                <b>{route || "(no name)"}</b>
              </Link>{" "}
              <span className="meta">
                <bdi>{service}</bdi> · {kind} · p{Math.round(q * 100)}
              </span>
            </th>
            <td className="number more">{grouped(count)}</td>
            <td className="number more">{percentileText(beforeMs)}</td>
            <td className="number">{percentileText(afterMs)}</td>
            <td className="number">
              <ChangeMark by={afterMs / beforeMs - 1} words={words} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
