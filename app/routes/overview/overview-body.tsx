import { href, Link } from "react-router";
import { versionLabel } from "#server/domain/release/mark.ts";
import { grouped } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { IssueName } from "#app/routes/issues/issue-name.tsx";
import { ActivityList } from "./activity-list.tsx";
import { ChangedRoutes } from "./changed-routes.tsx";
import { targetOf, useLinks } from "./links.ts";
import type { Loaded } from "./page.tsx";
import type { ShownOverview, ShownIssue } from "./shown-overview.ts";
import { StatRow } from "./stat-row.tsx";
import { TrafficChart } from "./traffic-chart.tsx";
import { VitalsPart } from "./vitals-part.tsx";

type BodyProps = Loaded & { project: string };

/** Summary, key figures, traffic, and changes, each linking to its page. */
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
      No events yet. <Link to={href("/:project/connect", { project })}>Connect an application</Link>{" "}
      to see errors, requests, and releases here.
    </p>
  );
}

/** The summary sentence; each object in it is a link. */
function Summary({ project, shown }: { project: string; shown: ShownOverview }) {
  const links = useLinks(project);
  return (
    <p className="summary">
      {shown.summary.map((part, index) => {
        const target = targetOf(part, shown, links);
        const tone = "tone" in part ? part.tone : undefined;
        const key = `${index} ${part.text}`;
        if (target)
          return (
            <Link key={key} to={target}>
              {part.text}
            </Link>
          );
        return tone ? (
          <span key={key} className={tone}>
            {part.text}
          </span>
        ) : (
          part.text
        );
      })}
    </p>
  );
}

/** New or regressed issues: unresolved ones first, then most events first. */
function ChangedIssues({ project, shown }: { project: string; shown: ShownOverview }) {
  const links = useLinks(project);
  const { issues, unresolved } = shown;
  return (
    <section className="part">
      <header>
        <h2>New and regressed issues</h2>
        <Link
          to={links.issues("is:unresolved")}
        >{`View all ${grouped(unresolved)} unresolved`}</Link>
      </header>
      <Table
        caption="New and regressed issues"
        rows={issues}
        keyOf={({ shortId }) => shortId}
        columns={[
          { head: "Issue", cell: (issue) => <IssueOf project={project} issue={issue} /> },
          { head: "Total events", className: "number", cell: ({ count }) => grouped(count) },
          { head: "Total users", className: "number", cell: ({ userCount }) => grouped(userCount) },
        ]}
        empty={<p className="empty">No new or regressed issues.</p>}
      />
    </section>
  );
}

function IssueOf({ project, issue }: { project: string; issue: ShownIssue }) {
  const { to } = useLinks(project);
  const { shortId, isRegressed, isResolved, release } = issue;
  return (
    <>
      <Link to={to(href("/:project/issues/:issue", { project, issue: shortId }))}>
        <IssueName issue={issue} />
      </Link>
      <small>
        <b className={isRegressed ? "bad" : "warn"}>{isRegressed ? "Regressed" : "New"}</b>
        {release !== undefined && ` in ${versionLabel(release)}`}
        {isResolved && (
          <>
            , <b className="good">resolved</b>
          </>
        )}
      </small>
    </>
  );
}
