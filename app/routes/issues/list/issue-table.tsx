import type { ReactNode, Ref } from "react";
import { href, Link, useLocation } from "react-router";
import { SelectAll } from "#app/enhance/select-all.tsx";
import { grouped } from "#server/domain/count.ts";
import { initials } from "#app/ui/format/initials.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { TrendRange } from "#app/ui/chart/trend-range.ts";
import { Sparkline } from "#app/ui/chart/sparkline.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { IssueName } from "#app/routes/issues/issue-name.tsx";
import { countsOf, type IssueRow } from "./issue-row.ts";

/** `trend`: the range that the rows' charts cover. */
export type IssueRows = {
  rows: IssueRow[];
  trend: Pick<TrendRange, "title" | "unit">;
  now: number;
};

type Props = IssueRows & { project: string; table?: Ref<HTMLTableElement>; selected?: string[] };

export function IssueTable({ project, rows, trend, now, table, selected }: Props) {
  const kept = keptSearch(useLocation().search);
  return (
    <Table
      ref={table}
      className="rows"
      caption="Issues"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: <SelectAll name="issue" label="Select all" />,
          className: "tick",
          isControl: true,
          cell: ({ id, shortId }) => (
            <input
              type="checkbox"
              name="issue"
              value={id}
              defaultChecked={selected?.includes(String(id))}
              aria-label={`Select ${shortId}`}
            />
          ),
        },
        {
          head: "Issue",
          isRowHead: true,
          cell: (issue) => <Name {...{ project, issue, kept, now }} />,
        },
        {
          head: `Last ${trend.title}`,
          className: "roomy",
          cell: (issue) => (
            <Sparkline
              counts={countsOf(issue)}
              unit={trend.unit}
              width={120}
              height={24}
              tone={markOf(issue)?.tone}
            />
          ),
        },
        { head: "Total events", className: "number", cell: ({ count }) => grouped(count) },
        {
          head: "Total users",
          className: "number wide",
          cell: ({ userCount }) => grouped(userCount),
        },
        {
          head: "Last seen",
          className: "number wide",
          cell: ({ lastSeen }) => <Time at={lastSeen} now={now} short />,
        },
        {
          head: <span className="hidden">Assignee</span>,
          className: "wide",
          cell: ({ assignee }) => <Assignee name={assignee} />,
        },
      ]}
    />
  );
}

type NameProps = { project: string; issue: IssueRow; kept: string; now: number };

function Name({ project, issue, kept, now }: NameProps) {
  const params = { project, issue: issue.shortId };
  const search = [issue.ofUser?.search, kept].filter(Boolean).join("&");
  return (
    <div className={`title level-${issue.level}`}>
      <Link to={{ pathname: href("/:project/issues/:issue", params), search }}>
        <IssueName issue={issue} />
      </Link>
      <IssueLine issue={issue}>
        {issue.ofUser && (
          <Link to={{ pathname: href("/:project/issues/:issue/events", params), search }}>
            {`This user: ${grouped(issue.ofUser.count)}×, `}
            <Time at={issue.ofUser.lastSeen} now={now} short />
          </Link>
        )}
      </IssueLine>
    </div>
  );
}

/** A known unresolved issue has no mark. */
const marks: { [state: string]: { word: string; tone?: string } } = {
  new: { word: "New", tone: "warn" },
  regressed: { word: "Regressed", tone: "bad" },
  resolved: { word: "Resolved", tone: "good" },
  ignored: { word: "Ignored" },
};

const markOf = ({ state }: IssueRow) =>
  marks[state.state === "open" ? state.substate : state.state];

function IssueLine({ issue, children }: { issue: IssueRow; children: ReactNode }) {
  const { shortId, state, culprit, level, lastRelease } = issue;
  const mark = markOf(issue);
  const isNext = state.state === "resolved" && state.in.kind === "next-release";
  return (
    <small>
      {mark && <b className={mark.tone}>{mark.word + (isNext ? " in next release" : "")}</b>}{" "}
      {shortId}
      {children}
      {culprit && <bdi>{culprit}</bdi>}
      {lastRelease && (
        <span>
          last in <bdi>{lastRelease}</bdi>
        </span>
      )}
      {level !== "error" && <span className="hidden">{level}</span>}
    </small>
  );
}

function Assignee({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className="who none" />;
  return (
    <span className="who" title={name}>
      <span aria-hidden="true">{initials(name)}</span>
      <span className="hidden">{name}</span>
    </span>
  );
}
