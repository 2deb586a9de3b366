import { href, Link } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import { auditKinds } from "#server/domain/people/audit.ts";
import type { AuditRow } from "./list-audit.ts";
import { Table } from "#app/ui/table.tsx";

export function AuditTable({
  caption,
  rows,
  now,
}: {
  caption: string;
  rows: AuditRow[];
  now: number;
}) {
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={({ at }, index) => `${at} ${index}`}
      columns={[
        { head: "When", cell: ({ at }) => <Time at={at} now={now} /> },
        { head: "Event", isRowHead: true, cell: (row) => <Sentence {...row} /> },
        {
          head: "IP address",
          className: "wide",
          cell: ({ address }) =>
            address ? <code>{address}</code> : <span className="meta">CLI</span>,
        },
      ]}
    />
  );
}

function Sentence({ by, address, kind, about, detail, project }: AuditRow) {
  return (
    <>
      <b>{by?.email ?? (address === undefined ? "CLI" : "Unknown user")}</b> {auditKinds[kind]}{" "}
      {about === by?.email && about !== undefined ? "themselves" : about}
      {(detail !== undefined || project) && (
        <small>
          {detail}
          {detail !== undefined && project && " · "}
          {project && (
            <Link to={href("/:project/settings/audit", { project: project.slug })}>
              {project.name}
            </Link>
          )}
        </small>
      )}
    </>
  );
}
