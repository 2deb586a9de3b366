import { href, Link } from "react-router";
import { ActivityList } from "./activity-list.tsx";
import { ChangedIssues } from "./changed-issues.tsx";
import { ChangedRoutes } from "./changed-routes.tsx";
import type { Loaded } from "./page.tsx";
import { StatRow } from "./stat-row.tsx";
import { Summary } from "./summary.tsx";
import { TrafficChart } from "./traffic-chart.tsx";
import { VitalsPart } from "./vitals-part.tsx";

type BodyProps = Loaded & { project: string };

/** The summary, key figures, traffic, and what changed: each leads to its own page. */
export function OverviewBody({ project, shown, isConnected, now }: BodyProps) {
  if (!isConnected) return <NothingYet project={project} />;
  return (
    <div>
      <Summary {...{ project, shown }} />
      <StatRow {...{ project, shown }} />
      <TrafficChart {...{ shown, now }} />
      <div className="duo">
        <ChangedIssues {...{ project, shown }} />
        <ChangedRoutes {...{ project, shown }} />
        <ActivityList {...{ project, shown, now }} />
        <VitalsPart {...{ project, shown }} />
      </div>
    </div>
  );
}

function NothingYet({ project }: { project: string }) {
  return (
    <p className="empty">
      No events yet. <Link to={href("/:project/connect", { project })}>Connect an application</Link> to see errors,
      requests, and releases here.
    </p>
  );
}
