import { href, Link } from "react-router";
import { counted, grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { NamedIssue, ShownMove, ShownTrial } from "./shown-trial.ts";

export function Trial({ project, trial }: { project: string; trial: ShownTrial }) {
  const { events, since, isWhole, now, moves, movesMore, titles, titlesMore } = trial;
  return (
    <section aria-labelledby="trial">
      <h2 id="trial">Result of the trial</h2>
      <p>
        <output>
          {counted(events, "event")} were looked at, {isWhole ? "all of the last week" : "the newest"}: back to{" "}
          <Time at={since} now={now} />. {isWhole ? "" : "The week has more events than can be tried in a second. "}
          {moves.length === 0 ? "No events would move to another issue." : ""}
          {titles.length === 0 ? " No titles would change." : ""}
        </output>
      </p>
      {moves.length > 0 && <MoveTable project={project} moves={moves} more={movesMore} />}
      {titles.length > 0 && <TitleTable project={project} titles={titles} more={titlesMore} />}
    </section>
  );
}

function MoveTable({ project, moves, more }: { project: string; moves: ShownMove[]; more: number }) {
  return (
    <table className="ledger">
      <caption>Events that would move{more > 0 && `, and ${counted(more, "group")} more`}</caption>
      <thead>
        <tr>
          <th scope="col">New issue</th>
          <th scope="col" className="number">
            Events
          </th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move, index) => (
          <tr key={index}>
            <th scope="row">
              {move.to ? <IssueLink project={project} issue={move.to} /> : "a new issue"}
              <div className="meta">
                {move.rule === undefined ? "no rule matches" : <code className="text">{move.rule}</code>} · such as{" "}
                {move.example.title}
              </div>
            </th>
            <td className="number">{grouped(move.events)}</td>
            <td>
              <Sources project={project} {...move} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Several issues come together; one of which some events would stay comes apart. */
function Sources({ project, from, fromMore }: Pick<ShownMove, "from" | "fromMore"> & { project: string }) {
  return (
    <>
      {from.map(({ issue, events, of }, index) => (
        <div key={index}>
          {issue ? <IssueLink project={project} issue={issue} /> : "a deleted issue"}:{" "}
          {events === of ? `all ${grouped(of)}` : `${grouped(events)} of ${grouped(of)}, the others stay`}
        </div>
      ))}
      {fromMore > 0 && <div>{counted(fromMore, "more issue")}</div>}
    </>
  );
}

function TitleTable({ project, titles, more }: Pick<ShownTrial, "titles"> & { project: string; more: number }) {
  return (
    <table className="ledger">
      <caption>Titles that would change{more > 0 && `, and ${grouped(more)} more`}</caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          <th scope="col">Current title</th>
          <th scope="col">New title</th>
          <th scope="col" className="number">
            Events
          </th>
        </tr>
      </thead>
      <tbody>
        {titles.map(({ issue, before, after, events }, index) => (
          <tr key={index}>
            <th scope="row">{issue ? <IssueLink project={project} issue={issue} isShort /> : "gone"}</th>
            <td>{before}</td>
            <td>{after}</td>
            <td className="number">{grouped(events)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function IssueLink({ project, issue, isShort = false }: { project: string; issue: NamedIssue; isShort?: boolean }) {
  return (
    <>
      <Link to={href("/:project/issues/:issue", { project, issue: issue.shortId })}>
        <code>{issue.shortId}</code>
      </Link>
      {!isShort && ` ${issue.title}`}
    </>
  );
}
