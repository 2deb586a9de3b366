import { href, Link, useLocation } from "react-router";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { ShownMonitor } from "./shown-monitor.ts";
import { LastCheckIn } from "./last-check-in.tsx";
import { StatusMark } from "./status-mark.tsx";
import type { Strip as StripData } from "./strip-cells.ts";
import { Strip } from "./strip.tsx";

type TableProps = { rows: (ShownMonitor & { strip: StripData })[]; project: string; now: number };

/** Monitors with their next check-in and the last day. */
export function MonitorTable({ rows, project, now }: TableProps) {
  const search = keptSearch(useLocation().search);
  return (
    <Table
      caption="Monitors by name"
      rows={rows}
      keyOf={({ slug }) => slug}
      columns={[
        {
          head: "Monitor",
          className: "main",
          cell: ({ slug, name, schedule, timeZone }) => (
            <>
              <Link
                to={{
                  pathname: href("/:project/monitors/:monitor", { project, monitor: slug }),
                  search,
                }}
              >
                {name}
              </Link>
              <small>
                {schedule}, {timeZone}
              </small>
            </>
          ),
        },
        {
          head: "Status",
          className: "whole",
          cell: ({ status, text }) => <StatusMark status={status} text={text} />,
        },
        {
          head: "Last 24 hours",
          className: "strip-column wide",
          cell: ({ strip }) => <Strip strip={strip} title="In the last 24 hours" />,
        },
        {
          head: "Next check-in",
          cell: ({ expected }) => (expected ? <Time at={expected.at} now={now} /> : "–"),
        },
        {
          head: "Last check-in",
          className: "wide",
          cell: (monitor) => <LastCheckIn {...monitor} now={now} />,
        },
      ]}
    />
  );
}
