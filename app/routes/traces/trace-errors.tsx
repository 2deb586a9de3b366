import { href, Link, useLocation } from "react-router";
import { counted } from "#app/ui/count.ts";
import { durationText } from "#app/ui/duration.ts";
import { keptSearch } from "#app/ui/scope.ts";
import type { IssueLink, ShownError, ShownErrors } from "./trace-failures.ts";
import { useTracePath } from "./trace-links.ts";

/** Everything that went wrong, oldest first, with the way to its span and to its issue. */
export function TraceErrors({ project, errors: { rows, more } }: { project: string; errors: ShownErrors }) {
  if (rows.length === 0) return null;
  return (
    <section className="part">
      <h2 id="errors">Errors, oldest first</h2>
      <table className="ledger trace-errors">
        <caption>Errors of this trace, oldest first</caption>
        <thead>
          <tr>
            <th scope="col" className="number">
              Offset{" "}
            </th>
            <th scope="col">Error</th>
            <th scope="col">Span</th>
            <th scope="col">Issue</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((error, index) => (
            <ErrorRow key={index} project={project} error={error} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="meta">{`And ${counted(more, "more error")}.`}</p>}
    </section>
  );
}

function ErrorRow({ project, error }: { project: string; error: ShownError }) {
  const { atMs, title, message, where, passedThrough, issue } = error;
  const { search } = useLocation();
  const tracePath = useTracePath();
  return (
    <tr>
      <td className="number">{atMs < 0 ? `−${durationText(-atMs)}` : durationText(atMs)}</td>
      <th scope="row">
        <b className="bad">{title}</b> {message && <span className="value">{message}</span>}
        {passedThrough > 0 && <span className="meta">{` through ${counted(passedThrough, "more span")}`}</span>}
      </th>
      <td>
        {where && (
          <Link to={{ pathname: `${tracePath}/spans/${where.spanId}`, search, hash: "span" }}>{where.name}</Link>
        )}
        {where && <span className="meta">{` ${where.service}`}</span>}
      </td>
      <td>{issue && <IssueOf project={project} issue={issue} />}</td>
    </tr>
  );
}

/** Several errors may happen in one span. */
export function IssuesOf({ project, issues }: { project: string; issues: IssueLink[] }) {
  return issues.map((issue, index) => [
    index > 0 && ", ",
    <IssueOf key={issue.shortId} project={project} issue={issue} />,
  ]);
}

/** Leads to the very event, not to the issue's latest. */
export function IssueOf({ project, issue: { shortId, title, eventId } }: { project: string; issue: IssueLink }) {
  const kept = keptSearch(useLocation().search);
  const pathname = href("/:project/issues/:issue/events/:event", { project, issue: shortId, event: eventId });
  return (
    <Link to={{ pathname, search: kept }} title={title}>
      {shortId}
    </Link>
  );
}
