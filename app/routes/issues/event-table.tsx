import { href, Link, useLocation } from "react-router";
import { Moment } from "#app/ui/format/moment.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { EventSummary } from "#server/storage/events/event-store.ts";

export type EventRow = Pick<
  EventSummary,
  "eventId" | "at" | "title" | "environment" | "release" | "user"
>;

type TableProps = { project: string; issue: string; rows: EventRow[]; now: number };

export function EventTable({ project, issue, rows, now }: TableProps) {
  return (
    <Table
      caption="Events, newest first"
      className="rows"
      rows={rows}
      keyOf={({ eventId }) => eventId}
      columns={[
        {
          head: "Event",
          className: "main",
          cell: (row) => <EventLink {...{ project, issue, row }} />,
        },
        {
          head: "Time",
          cell: ({ at }) => (
            <>
              <Moment at={at} />
              <small>
                <Time at={at} now={now} />
              </small>
            </>
          ),
        },
        { head: "Environment", className: "wide", cell: ({ environment }) => environment },
        { head: "Release", className: "wide", cell: ({ release }) => release },
        { head: "User", className: "wide", cell: ({ user }) => user },
      ]}
    />
  );
}

function EventLink({
  project,
  issue,
  row: { eventId, title },
}: {
  project: string;
  issue: string;
  row: EventRow;
}) {
  const pathname = href("/:project/issues/:issue/events/:event", {
    project,
    issue,
    event: eventId,
  });
  return (
    <Link to={{ pathname, search: keptSearch(useLocation().search) }}>
      <code>{eventId.slice(0, 8)}</code>
      <small> {title}</small>
    </Link>
  );
}
