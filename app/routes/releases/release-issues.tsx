import { href, Link, useLocation } from "react-router";
import type { IssueRow } from "#app/routes/issues/list/issue-row.ts";
import { IssueName } from "#app/routes/issues/issue-name.tsx";
import { grouped } from "#server/domain/count.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import {
  type IssueRelation,
  issueRelations,
  type ReleaseIssueCounts,
} from "#server/domain/release/issue-relation.ts";

type Lists = { [relation in IssueRelation]: IssueRow[] };
type IssuesProps = { project: string; lists: Lists; counts: ReleaseIssueCounts; now: number };

const titles: { [relation in IssueRelation]: { title: string; none: string } } = {
  fresh: { title: "New issues", none: "No new issues in this release." },
  regressed: { title: "Regressed issues", none: "No regressed issues in this release." },
  resolved: {
    title: "Resolved issues",
    none: "No issues were resolved in this release.",
  },
};

/** Issues that were new, regressed, or resolved in the release. */
export function ReleaseIssues({ project, lists, counts, now }: IssuesProps) {
  return issueRelations.map((relation) => {
    const { title, none } = titles[relation];
    const rows = lists[relation];
    const more = counts[relation] - rows.length;
    return (
      <section key={relation} className="part" id={relation}>
        <h2>
          {title} <span className="count">{counts[relation] > 0 && grouped(counts[relation])}</span>
        </h2>
        <IssueRows {...{ project, rows, title, none, now }} />
        {more > 0 && (
          <p className="meta">{`Last seen first. ${grouped(more)} more are not shown.`}</p>
        )}
      </section>
    );
  });
}

type RowsProps = { project: string; rows: IssueRow[]; title: string; none: string; now: number };

function IssueRows({ project, rows, title, none, now }: RowsProps) {
  return (
    <Table
      className="rows"
      caption={title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: "Issue", cell: (issue) => <Issue {...{ project, issue, now }} /> },
        { head: "Total events", className: "number", cell: ({ count }) => grouped(count) },
        {
          head: "Total users",
          className: "number wide",
          cell: ({ userCount }) => grouped(userCount),
        },
      ]}
      empty={<p className="meta">{none}</p>}
    />
  );
}

function Issue({ project, issue, now }: { project: string; issue: IssueRow; now: number }) {
  const search = keptSearch(useLocation().search);
  const { shortId, state, lastSeen, culprit, assignee, level } = issue;
  return (
    <div className={`title level-${level}`}>
      <Link to={{ pathname: href("/:project/issues/:issue", { project, issue: shortId }), search }}>
        <IssueName issue={issue} />
      </Link>
      <small>
        <StateBadge state={state} /> {shortId} <Time at={lastSeen} now={now} short />
        {culprit && <bdi>{culprit}</bdi>}
        {assignee && <bdi>{assignee}</bdi>}
      </small>
    </div>
  );
}
