import { Pager } from "#app/ui/pager.tsx";
import { CheckInTable } from "./check-in-table.tsx";
import { EnvironmentTable } from "./environment-table.tsx";
import { IncidentList } from "./incident-list.tsx";
import type { Loaded } from "./page.tsx";
import { Timeline } from "./timeline.tsx";

type Props = Pick<Loaded, "strip" | "releases" | "checkIns" | "next" | "incidents" | "now"> & {
  project: string;
  environments: Loaded["shown"]["environments"];
};

/** What has come and what has not. */
export function History({ project, environments, strip, releases, checkIns, next, incidents, now }: Props) {
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
