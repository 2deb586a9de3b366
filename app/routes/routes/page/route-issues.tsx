import { href, Link, type To } from "react-router";
import { grouped } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { ShownRoute } from "./shown-route.ts";

const foundBy = { trace: "in a failed trace above", culprit: "names this route as its culprit" };

type IssuesProps = { project: string; issues: ShownRoute["issues"]; search: string; now: number };
type Row = ShownRoute["issues"][number];

/** The issues of this route, and why they are listed. */
export function RouteIssues({ project, issues, search, now }: IssuesProps) {
  const to = (issue: string) => ({
    pathname: href("/:project/issues/:issue", { project, issue }),
    search,
  });
  return (
    <section className="part" id="issues">
      <h2>Issues</h2>
      <Table
        caption="Issues of this route"
        className="rows"
        rows={issues}
        keyOf={({ shortId }) => shortId}
        columns={[
          {
            head: "Issue",
            cell: (issue) => <IssueOf issue={issue} to={to(issue.shortId)} now={now} />,
          },
          { head: "Events", className: "number", cell: ({ count }) => grouped(count) },
        ]}
        empty={<p className="meta">No issues on this route in this time range.</p>}
      />
    </section>
  );
}

const IssueOf = ({
  issue: { shortId, type, value, lastSeen, foundBy: how },
  to,
  now,
}: {
  issue: Row;
  to: To;
  now: number;
}) => (
  <div className="title">
    <Link to={to}>
      <b>{type || value || "(no message)"}</b> {type && <span>{value}</span>}
    </Link>
    <small>
      {shortId} <Time at={lastSeen} now={now} short /> <span>{foundBy[how]}</span>
    </small>
  </div>
);
