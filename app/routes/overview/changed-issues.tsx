import { href, Link } from "react-router";
import { grouped } from "#app/ui/count.ts";
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
        <Link to={links.issues("is:unresolved")}>{`View all ${grouped(unresolved)} unresolved`}</Link>
      </header>
      {issues.length === 0 ? (
        <p className="empty">No new or regressed issues.</p>
      ) : (
        <table className="ledger">
          <caption>New and regressed issues</caption>
          <thead>
            <tr>
              <th scope="col">Issue</th>
              <th scope="col" className="number">
                Events
              </th>
              <th scope="col" className="number">
                Users
              </th>
            </tr>
          </thead>
          <tbody>
            {issues.map((issue) => (
              <Row key={issue.shortId} project={project} issue={issue} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ project, issue }: { project: string; issue: ShownIssue }) {
  const { to } = useLinks(project);
  const { shortId, isRegressed, release, count, userCount } = issue;
  return (
    <tr>
      <th scope="row">
        <Link to={to(href("/:project/issues/:issue", { project, issue: shortId }))}>
          <IssueName issue={issue} />
        </Link>
        <small>
          <b className={isRegressed ? "bad" : "warn"}>{isRegressed ? "Regressed" : "New"}</b>
          {release !== undefined && ` in ${versionLabel(release)}`}
        </small>
      </th>
      <td className="number">{grouped(count)}</td>
      <td className="number">{grouped(userCount)}</td>
    </tr>
  );
}
