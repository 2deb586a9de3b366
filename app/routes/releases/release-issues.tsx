import { href, Link, useLocation } from "react-router";
import type { IssueRow } from "#app/routes/issues/issue-row.ts";
import { IssueName } from "#app/routes/issues/issue-name.tsx";
import { grouped } from "#app/ui/count.ts";
import { keptSearch } from "#app/ui/scope.ts";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { type IssueRelation, issueRelations, type ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";

type Lists = { [relation in IssueRelation]: IssueRow[] };
type IssuesProps = { project: string; lists: Lists; counts: ReleaseIssueCounts; now: number };

const titles: { [relation in IssueRelation]: { title: string; none: string } } = {
  fresh: { title: "New issues", none: "Nothing broke for the first time in this release." },
  regressed: { title: "Regressed issues", none: "Nothing that was resolved came back in it." },
  resolved: {
    title: "Resolved issues",
    none: "No issue was resolved in it. Resolve one “in a release” and it stands here.",
  },
};

/** What the release broke, brought back and mended. */
export function ReleaseIssues({ project, lists, counts, now }: IssuesProps) {
  return issueRelations.map((relation) => {
    const { title, none } = titles[relation];
    const rows = lists[relation];
    const more = counts[relation] - rows.length;
    return (
      <section key={relation} className="part" id={relation}>
        <h2>
          {title} <span className="meta">{counts[relation] > 0 && grouped(counts[relation])}</span>
        </h2>
        {rows.length > 0 ? <IssueRows {...{ project, rows, title, now }} /> : <p className="meta">{none}</p>}
        {more > 0 && <p className="meta">{`Those seen last; ${grouped(more)} more are not shown.`}</p>}
      </section>
    );
  });
}

function IssueRows({ project, rows, title, now }: { project: string; rows: IssueRow[]; title: string; now: number }) {
  const search = keptSearch(useLocation().search);
  return (
    <table className="ledger issues">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          <th scope="col" className="number">
            Events
          </th>
          <th scope="col" className="number">
            People
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((issue) => (
          <tr key={issue.id}>
            <th scope="row">
              <div className="title">
                <StateBadge state={issue.state} />{" "}
                <Link to={{ pathname: href("/:project/issues/:issue", { project, issue: issue.shortId }), search }}>
                  <IssueName issue={issue} />
                </Link>
              </div>
              <div className="meta">
                <code>{issue.shortId}</code> · <Time at={issue.lastSeen} now={now} short />
                {issue.culprit && (
                  <>
                    {" · "}
                    <bdi>{issue.culprit}</bdi>
                  </>
                )}
                {issue.assignee && ` · ${issue.assignee}`}
              </div>
            </th>
            <td className="number">{grouped(issue.count)}</td>
            <td className="number">{grouped(issue.userCount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
