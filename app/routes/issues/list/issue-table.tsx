import { capitalized } from "#server/domain/capitalized.ts";
import type { Ref } from "react";
import { href, Link, useLocation } from "react-router";
import { SelectAll } from "#app/enhance/select-all.tsx";
import { grouped } from "#server/domain/count.ts";
import { initials } from "#app/ui/format/initials.ts";
import { keptSearch, scopeOf } from "#app/ui/format/scope.ts";
import { trendOf } from "#app/ui/chart/trend-range.ts";
import { Sparkline } from "#app/ui/chart/sparkline.tsx";
import { stateWord } from "#app/ui/state-badge.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { IssueName } from "#app/routes/issues/issue-name.tsx";
import { countsOf, type IssueRow } from "./issue-row.ts";

export type IssueRows = { rows: IssueRow[]; now: number };

type Props = IssueRows & { project: string; table?: Ref<HTMLTableElement>; selected?: string[] };

export function IssueTable({ project, rows, now, table, selected }: Props) {
  const { search } = useLocation();
  const kept = keptSearch(search);
  const { title, unit } = trendOf(scopeOf(search));
  return (
    <table className="rows" ref={table}>
      <caption>Issues</caption>
      <thead>
        <tr>
          <td className="tick">
            <SelectAll name="issue" label="Select all" />
          </td>
          <th scope="col">Issue</th>
          <th scope="col" className="wide">
            {`Last ${title}`}
          </th>
          <th scope="col" className="number">
            Total events
          </th>
          <th scope="col" className="number wide">
            Total users
          </th>
          <th scope="col" className="number wide">
            Last seen
          </th>
          <th scope="col" className="wide">
            <span className="hidden">Assignee</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((issue) => (
          <Row
            key={issue.id}
            {...{ project, issue, kept, unit, now }}
            isSelected={selected?.includes(String(issue.id))}
          />
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
  isSelected?: boolean;
};

function Row({ project, issue, unit, kept, now, isSelected }: RowProps) {
  const mark = markOf(issue);
  return (
    <tr>
      <td className="tick">
        <input
          {...{ type: "checkbox", name: "issue", value: issue.id, defaultChecked: isSelected }}
          aria-label={`Select ${issue.shortId}`}
        />
      </td>
      <th scope="row">
        <div className={`title level-${issue.level}`}>
          <Link
            to={{
              pathname: href("/:project/issues/:issue", { project, issue: issue.shortId }),
              search: kept,
            }}
          >
            <IssueName issue={issue} />
          </Link>
          <IssueLine issue={issue} mark={mark} />
        </div>
      </th>
      <td className="wide">
        <Sparkline
          counts={countsOf(issue)}
          unit={unit}
          width={120}
          height={24}
          tone={mark && tones[mark]}
        />
      </td>
      <td className="number">{grouped(issue.count)}</td>
      <td className="number wide">{grouped(issue.userCount)}</td>
      <td className="number wide">
        <Time at={issue.lastSeen} now={now} short />
      </td>
      <td className="wide">
        <Assignee name={issue.assignee} />
      </td>
    </tr>
  );
}

const tones: { [mark: string]: string } = { new: "warn", regressed: "bad", resolved: "good" };

/** A known unresolved issue needs no mark. */
function markOf({ state }: IssueRow): string | undefined {
  if (state.state !== "open") return state.state;
  return state.substate === "ongoing" ? undefined : state.substate;
}

function IssueLine({ issue, mark }: { issue: IssueRow; mark: string | undefined }) {
  const { shortId, state, culprit, level, lastRelease } = issue;
  return (
    <small>
      {mark && <b className={tones[mark]}>{capitalized(stateWord(state))}</b>} {shortId}
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
