import { capitalized } from "#server/domain/capitalized.ts";
import { Pager } from "#app/ui/pager.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { counted } from "#server/domain/count.ts";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import { CheckInTable } from "./check-in-table.tsx";
import { LastCheckIn } from "./last-check-in.tsx";
import type { Loaded } from "./page.tsx";
import type { ShownMonitor } from "./shown-monitor.ts";
import { StatusMark } from "./status-mark.tsx";
import { Timeline } from "./timeline.tsx";

type Props = Pick<Loaded, "strip" | "releases" | "checkIns" | "next" | "incidents" | "now"> & {
  project: string;
  environments: Loaded["shown"]["environments"];
};

/** Check-ins and incidents. */
export function History({
  project,
  environments,
  strip,
  releases,
  checkIns,
  next,
  incidents,
  now,
}: Props) {
  return (
    <>
      <Timeline {...{ strip, releases, now }} />
      {environments.length > 1 && <EnvironmentTable environments={environments} now={now} />}
      <h2>Check-ins</h2>
      {checkIns.length > 0 ? (
        <CheckInTable rows={checkIns} project={project} now={now} />
      ) : (
        <p className="empty">No check-ins yet. Send one as shown below.</p>
      )}
      <Pager next={next} label="Pages of check-ins" />
      <h2>Incidents</h2>
      <IncidentList incidents={incidents} now={now} />
    </>
  );
}

const words: { readonly [what in MonitorIncident["what"]]: string } = {
  missed: "missed",
  late: "received late",
  failed: "failed",
  recovered: "recovered",
};

/** Incidents with notifications, newest first. */
function IncidentList({ incidents, now }: { incidents: MonitorIncident[]; now: number }) {
  if (incidents.length === 0) return <p className="empty">No incidents.</p>;
  return (
    <ul className="activity">
      {incidents.map(({ id, at, what, environment }) => (
        <li key={id}>
          {capitalized(words[what])} <Time at={at} now={now} /> <span className="meta">in</span>{" "}
          <bdi>{environment}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Each environment has its own status. */
function EnvironmentTable({
  environments,
  now,
}: {
  environments: ShownMonitor["environments"];
  now: number;
}) {
  return (
    <Table
      caption="By environment"
      rows={environments}
      keyOf={({ name }) => name}
      columns={[
        { head: "Environment", cell: ({ name }) => <bdi>{name}</bdi> },
        {
          head: "Status",
          cell: ({ status, text, failures }) => (
            <>
              <StatusMark status={status} text={text} />
              {failures > 0 && <small>{counted(failures, "failure")} in a row</small>}
            </>
          ),
        },
        {
          head: "Next check-in",
          cell: ({ expectedAt }) => expectedAt !== undefined && <Time at={expectedAt} now={now} />,
        },
        {
          head: "Last check-in",
          className: "wide",
          cell: (each) => <LastCheckIn {...each} now={now} />,
        },
      ]}
    />
  );
}
