import { href, Link } from "react-router";
import { counted, grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { NamedIssue, ShownMove, ShownTrial } from "./shown-trial.ts";
import { Table } from "#app/ui/table.tsx";

export function Trial({ project, trial }: { project: string; trial: ShownTrial }) {
  const { events, since, isWhole, now, moves, movesMore, titles, titlesMore } = trial;
  return (
    <section aria-labelledby="trial">
      <h3 id="trial">Preview</h3>
      <p>
        <output>
          Checked {counted(events, "event")}, {isWhole ? "all of the last 7 days" : "newest first"},
          since <Time at={since} now={now} />.{" "}
          {isWhole ? "" : "The check stopped after one second. "}
          {moves.length === 0 ? "No event would move to another issue." : ""}
          {titles.length === 0 ? " No title would change." : ""}
        </output>
      </p>
      {moves.length > 0 && <MoveTable project={project} moves={moves} more={movesMore} />}
      {titles.length > 0 && <TitleTable project={project} titles={titles} more={titlesMore} />}
    </section>
  );
}

function MoveTable({
  project,
  moves,
  more,
}: {
  project: string;
  moves: ShownMove[];
  more: number;
}) {
  return (
    <Table
      caption={
        <>
          Events that would move to another issue
          {more > 0 && `, and ${counted(more, "group")} more`}
        </>
      }
      rows={moves}
      keyOf={(_, index) => index}
      columns={[
        {
          head: "New issue",
          cell: ({ to, rule, example }) => (
            <>
              {to ? <IssueLink project={project} issue={to} /> : "A new issue"}
              <small>
                {rule === undefined ? "no rule matches" : <code className="text">{rule}</code>} ·
                for example {example.title}
              </small>
            </>
          ),
        },
        { head: "Events", className: "number", cell: ({ events }) => grouped(events) },
        { head: "From", cell: (move) => <Sources project={project} {...move} /> },
      ]}
    />
  );
}

/** Several sources would be merged; a source that keeps some events would be split. */
function Sources({
  project,
  from,
  fromMore,
}: Pick<ShownMove, "from" | "fromMore"> & { project: string }) {
  return (
    <>
      {from.map(({ issue, events, of }, index) => (
        <div key={index}>
          {issue ? <IssueLink project={project} issue={issue} /> : "a deleted issue"}:{" "}
          {events === of ? `all ${grouped(of)}` : `${grouped(events)} of ${grouped(of)}`}
        </div>
      ))}
      {fromMore > 0 && <div>{counted(fromMore, "more issue")}</div>}
    </>
  );
}

function TitleTable({
  project,
  titles,
  more,
}: Pick<ShownTrial, "titles"> & { project: string; more: number }) {
  return (
    <Table
      caption={<>Titles that would change{more > 0 && `, and ${grouped(more)} more`}</>}
      rows={titles}
      keyOf={(_, index) => index}
      columns={[
        {
          head: "Issue",
          cell: ({ issue }) =>
            issue ? <IssueLink project={project} issue={issue} isShort /> : "deleted",
        },
        { head: "Before", cell: ({ before }) => before },
        { head: "After", cell: ({ after }) => after },
        { head: "Events", className: "number", cell: ({ events }) => grouped(events) },
      ]}
    />
  );
}

function IssueLink({
  project,
  issue,
  isShort = false,
}: {
  project: string;
  issue: NamedIssue;
  isShort?: boolean;
}) {
  return (
    <>
      <Link to={href("/:project/issues/:issue", { project, issue: issue.shortId })}>
        <code>{issue.shortId}</code>
      </Link>
      {!isShort && ` ${issue.title}`}
    </>
  );
}
