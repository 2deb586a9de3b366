import { Time } from "#app/ui/time.tsx";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";

const words: { readonly [what in MonitorIncident["what"]]: string } = {
  missed: "missed",
  late: "received late",
  failed: "failed",
  recovered: "recovered",
};

/** Incidents that alerts notify about, newest first. */
export function IncidentList({ incidents, now }: { incidents: MonitorIncident[]; now: number }) {
  if (incidents.length === 0) return <p className="empty">No incidents.</p>;
  return (
    <ul>
      {incidents.map(({ id, at, what, environment }) => (
        <li key={id}>
          <Time at={at} now={now} /> {words[what]} <span className="meta">in</span> <bdi>{environment}</bdi>
        </li>
      ))}
    </ul>
  );
}
