import { useLocation } from "react-router";
import { ChangeMark, slower as words } from "#app/routes/routes/change-mark.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { BeforeAfter } from "#app/ui/chart/before-after.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Table } from "#app/ui/table.tsx";
import { ChangedRoute } from "./changed-route.tsx";
import { FailureChanges } from "./failure-changes.tsx";
import { usualSince } from "./release-window.ts";
import type { ShownChange, ShownReading } from "./shown-reading.ts";

type ChangesProps = {
  project: string;
  version: string;
  previous?: string;
  routes: ShownReading["routes"];
};

const mostShown = 20;

/** Routes with statistically significant changes in failures or duration in this release. */
export function RouteChanges({ project, version, previous, routes }: ChangesProps) {
  const { slower, faster, failsMore, failsLess, compared } = routes;
  const search = comparisonOf(useLocation().search, previous, version);
  const table = (title: string, changes: ShownChange[]) =>
    changes.length > 0 && <ChangesTable {...{ project, title, changes, search }} />;
  const changed = new Set([...failsMore, ...failsLess, ...slower, ...faster].map(({ id }) => id))
    .size;
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

function Compared({
  previous,
  compared,
  changed,
}: {
  previous: string;
  compared: number;
  changed: number;
}) {
  return (
    <>
      Compared with <ReleaseLink version={previous} />:{" "}
      {compared === 0
        ? "no route has enough requests in both releases in this time range."
        : `${counted(compared, "route")} with enough requests in both; ${changed === 0 ? "no" : grouped(changed)} significant ${changed === 1 ? "change" : "changes"}.`}
      {changed > 0 && " False-positive rate: about 1 in 170."}
    </>
  );
}

/** Links to the comparison of a route in these two releases. */
function comparisonOf(search: string, from: string | undefined, to: string): string {
  const params = new URLSearchParams(keptSearch(search));
  // By default, comparisons of releases cover a month.
  if (!params.has("since")) params.set("since", usualSince);
  if (from !== undefined) params.set("from", from);
  params.set("to", to);
  return params.toString();
}

type TableProps = { project: string; title: string; changes: ShownChange[]; search: string };

function ChangesTable({ project, title, changes, search }: TableProps) {
  const most = Math.max(...changes.flatMap(({ beforeMs, afterMs }) => [beforeMs, afterMs]));
  return (
    <Table
      caption={`${title} routes`}
      rows={changes.slice(0, mostShown)}
      keyOf={({ id }) => id}
      columns={[
        {
          head: title,
          className: "main",
          cell: (change) => <ChangedRoute {...{ project, change, search }} />,
        },
        { head: "Requests", className: "number wide", cell: ({ count }) => grouped(count) },
        {
          head: "Before and after",
          className: "roomy",
          cell: ({ beforeMs, afterMs }) => (
            <BeforeAfter before={beforeMs} after={afterMs} most={most} />
          ),
        },
        {
          head: "Before",
          className: "number wide soft",
          cell: ({ beforeMs }) => percentileText(beforeMs),
        },
        { head: "After", className: "number", cell: ({ afterMs }) => percentileText(afterMs) },
        {
          head: "Change",
          className: "number",
          cell: ({ beforeMs, afterMs }) => <ChangeMark by={afterMs / beforeMs - 1} words={words} />,
        },
      ]}
    />
  );
}
