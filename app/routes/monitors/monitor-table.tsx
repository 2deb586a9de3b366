import { href, Link, useLocation } from "react-router";
import { keptSearch } from "#app/ui/scope.ts";
import { Time } from "#app/ui/time.tsx";
import type { ShownMonitor } from "./shown-monitor.ts";
import { StandingMark } from "./standing-mark.tsx";
import type { Strip as StripData } from "./strip-cells.ts";
import { Strip } from "./strip.tsx";

type TableProps = { rows: (ShownMonitor & { strip: StripData })[]; project: string; now: number };

/** What is watched, when it is expected, and how it went in the last day. */
export function MonitorTable({ rows, project, now }: TableProps) {
  const search = keptSearch(useLocation().search);
  return (
    <table className="ledger monitors">
      <caption>Monitors by name</caption>
      <thead>
        <tr>
          <th scope="col">Monitor</th>
          <th scope="col" className="state">
            State
          </th>
          <th scope="col" className="more">
            Last 24 hours
          </th>
          <th scope="col" className="number">
            Next expected
          </th>
          <th scope="col" className="number more">
            Last check-in
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ slug, name, schedule, timeZone, standing, text, strip, expected, lastAt }) => (
          <tr key={slug}>
            <th scope="row">
              <Link to={{ pathname: href("/:project/monitors/:monitor", { project, monitor: slug }), search }}>
                {name}
              </Link>
              <div className="meta">
                {schedule}, {timeZone}
              </div>
            </th>
            <td className="state">
              <StandingMark standing={standing} text={text} />
            </td>
            <td className="more">
              <Strip strip={strip} title="In the last 24 hours" />
            </td>
            <td className="number">
              {expected ? <Time at={expected.at} now={now} /> : <span className="meta">nothing</span>}
            </td>
            <td className="number more">
              {lastAt === undefined ? <span className="meta">never</span> : <Time at={lastAt} now={now} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
