import { href, Link } from "react-router";
import { Table } from "#app/ui/table.tsx";
import { grouped } from "#server/domain/count.ts";
import { versionLabel } from "#server/domain/release/mark.ts";
import { IssueName } from "../issues/issue-name.tsx";
import { useLinks } from "./links.ts";
import type { ShownIssue, ShownOverview } from "./shown-overview.ts";

/** Unresolved issues that are new or regressed, those with the most events first. */
export function ChangedIssues({ project, shown }: { project: string; shown: ShownOverview }) {
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
  const { shortId, isRegressed, release } = issue;
  return (
    <>
      <Link to={to(href("/:project/issues/:issue", { project, issue: shortId }))}>
        <IssueName issue={issue} />
      </Link>
      <small>
        <b className={isRegressed ? "bad" : "warn"}>{isRegressed ? "Regressed" : "New"}</b>
        {release !== undefined && ` in ${versionLabel(release)}`}
      </small>
    </>
  );
}
