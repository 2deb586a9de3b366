import { counted } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { ShownMonitor } from "./shown-monitor.ts";
import { LastCheckIn } from "./last-check-in.tsx";
import { StandingMark } from "./standing-mark.tsx";

/** Each environment has a status of its own. */
export function EnvironmentTable({ environments, now }: { environments: ShownMonitor["environments"]; now: number }) {
  return (
    <Table
      caption="By environment"
      rows={environments}
      keyOf={({ name }) => name}
      columns={[
        { head: "Environment", cell: ({ name }) => <bdi>{name}</bdi> },
        {
          head: "Status",
          cell: ({ standing, text, failures }) => (
            <>
              <StandingMark standing={standing} text={text} />
              {failures > 0 && <small>{counted(failures, "failure")} in a row</small>}
            </>
          ),
        },
        {
          head: "Next check-in",
          cell: ({ expectedAt }) => expectedAt !== undefined && <Time at={expectedAt} now={now} />,
        },
        { head: "Last check-in", className: "wide", cell: (each) => <LastCheckIn {...each} now={now} /> },
      ]}
    />
  );
}
