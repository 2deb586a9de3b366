import type { Ref } from "react";
import { href, Link, useLocation } from "react-router";
import { TickAll } from "#app/enhance/tick-all.tsx";
import { grouped } from "#app/ui/count.ts";
import { keptSearch, scopeOf, trendOf } from "#app/ui/scope.ts";
import { Sparkline } from "#app/ui/sparkline.tsx";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { IssueName } from "./issue-name.tsx";
import { countsOf, type IssueRow } from "./issue-row.ts";

export type IssueRows = { rows: IssueRow[]; now: number };

type Props = IssueRows & { project: string; table?: Ref<HTMLTableElement> };

export function IssueTable({ project, rows, now, table }: Props) {
  const { search } = useLocation();
  const kept = keptSearch(search);
  const { title, unit } = trendOf(scopeOf(search));
  return (
    <table className="ledger issues" ref={table}>
      <caption>Issues</caption>
      <thead>
        <tr>
          <td className="tick">
            <TickAll name="issue" label="Tick all" />
          </td>
          <th scope="col">Issue</th>
          <th scope="col" className="trend">
            {title}
          </th>
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
          <Row key={issue.id} {...{ project, issue, kept, unit, now }} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  project: string;
  issue: IssueRow;
  unit: "hour" | "day";
  kept: string;
  now: number;
};

function Row({ project, issue, unit, kept, now }: RowProps) {
  return (
    <tr>
      <td className="tick">
        <input type="checkbox" name="issue" value={issue.id} aria-label={`Tick ${issue.shortId}`} />
      </td>
      <th scope="row">
        <div className="title">
          <IssueMark issue={issue} />{" "}
          <Link to={{ pathname: href("/:project/issues/:issue", { project, issue: issue.shortId }), search: kept }}>
            <IssueName issue={issue} />
          </Link>
        </div>
        <IssueLine issue={issue} now={now} />
      </th>
      <td className="trend">
        <Sparkline counts={countsOf(issue)} unit={unit} width={120} height={20} />
      </td>
      <td className="number">{grouped(issue.count)}</td>
      <td className="number">{grouped(issue.userCount)}</td>
    </tr>
  );
}

/** An issue that is simply open and known needs no mark. */
function IssueMark({ issue: { state } }: { issue: IssueRow }) {
  const ordinary = state.state === "open" && state.substate === "ongoing";
  return ordinary ? null : <StateBadge state={state} />;
}

function IssueLine({ issue, now }: { issue: IssueRow; now: number }) {
  const { shortId, culprit, level, lastSeen, firstSeen, lastRelease, assignee } = issue;
  return (
    <div className="meta">
      <code>{shortId}</code>
      {level !== "error" && ` · ${level}`}
      {culprit && (
        <>
          {" · "}
          <bdi>{culprit}</bdi>
        </>
      )}{" "}
      · <Time at={lastSeen} now={now} short /> · first seen <Time at={firstSeen} now={now} />
      {lastRelease && (
        <>
          {" · "}
          <bdi>{lastRelease}</bdi>
        </>
      )}
      {assignee && ` · ${assignee}`}
    </div>
  );
}
