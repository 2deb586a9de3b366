import { href, Link, useLocation } from "react-router";
import { counted } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { IssueLink, ShownError, ShownErrors } from "./trace-failures.ts";
import { useTracePath } from "./trace-links.ts";
import { Table } from "#app/ui/table.tsx";

/** The trace's errors, oldest first, with links to span and issue. */
export function TraceErrors({
  project,
  errors: { rows, more },
}: {
  project: string;
  errors: ShownErrors;
}) {
  if (rows.length === 0) return null;
  return (
    <section className="part">
      <h2 id="errors">Errors</h2>
      <Table
        caption="Errors of this trace, oldest first"
        rows={rows}
        keyOf={(_, index) => index}
        columns={[
          {
            head: "Offset",
            className: "number",
            cell: ({ atMs }) => `${atMs < 0 ? "−" : ""}${durationText(Math.abs(atMs))}`,
          },
          {
            head: "Error",
            className: "main",
            isRowHead: true,
            cell: (error) => <ErrorName {...error} />,
          },
          { head: "Span", className: "wide", cell: ({ where }) => where && <SpanOf {...where} /> },
          {
            head: "Issue",
            className: "whole",
            cell: ({ issue }) => issue && <IssueOf project={project} issue={issue} />,
          },
        ]}
      />
      {more > 0 && <p className="meta">{`And ${counted(more, "more error")}.`}</p>}
    </section>
  );
}

const ErrorName = ({ title, message, passedThrough }: ShownError) => (
  <>
    <b className="bad">{title}</b> {message && <span className="value">{message}</span>}
    {passedThrough > 0 && (
      <span className="meta">{` through ${counted(passedThrough, "more span")}`}</span>
    )}
  </>
);

function SpanOf({ spanId, name, service }: NonNullable<ShownError["where"]>) {
  const { search } = useLocation();
  const tracePath = useTracePath();
  return (
    <>
      <Link to={{ pathname: `${tracePath}/spans/${spanId}`, search, hash: "span" }}>{name}</Link>{" "}
      <span className="meta">{service}</span>
    </>
  );
}

/** Several errors may occur in one span. */
export function IssuesOf({ project, issues }: { project: string; issues: IssueLink[] }) {
  return issues.map((issue, index) => [
    index > 0 && ", ",
    <IssueOf key={issue.shortId} project={project} issue={issue} />,
  ]);
}

/** Links to this event instead of the issue's latest. */
function IssueOf({
  project,
  issue: { shortId, title, eventId },
}: {
  project: string;
  issue: IssueLink;
}) {
  const kept = keptSearch(useLocation().search);
  const pathname = href("/:project/issues/:issue/events/:event", {
    project,
    issue: shortId,
    event: eventId,
  });
  return (
    <Link to={{ pathname, search: kept }} title={title}>
      {shortId}
    </Link>
  );
}
