import { href, Link, useLocation } from "react-router";
import { ChangeMark, slower as words } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped } from "#app/ui/count.ts";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import type { ShownChange, ShownReading } from "./shown-reading.ts";

type ChangesProps = { project: string; version: string; previous?: string; routes: ShownReading["routes"] };

const mostShown = 20;

/** Routes that this release made slower or faster, by more than noise. */
export function RouteChanges({ project, version, previous, routes }: ChangesProps) {
  const { slower, faster, compared } = routes;
  const table = (title: string, changes: ShownChange[]) =>
    changes.length > 0 && <ChangesTable {...{ project, title, changes, from: previous!, to: version }} />;
  return (
    <section className="part">
      <h2>Slower and faster routes</h2>
      <p className="meta">
        {previous === undefined ? (
          "There is no release before it to compare with."
        ) : (
          <Compared {...{ previous, compared, changed: slower.length + faster.length }} />
        )}
      </p>
      {table("Slower", slower)}
      {table("Faster", faster)}
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

type TableProps = { project: string; title: string; changes: ShownChange[]; from: string; to: string };

function ChangesTable({ project, title, changes, from, to }: TableProps) {
  const params = new URLSearchParams(keptSearch(useLocation().search));
  params.set("from", from);
  params.set("to", to);
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
                  search: params.toString(),
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
