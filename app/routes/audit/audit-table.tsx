import { href, Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import { auditKinds } from "#server/domain/people/audit.ts";
import type { AuditRow } from "./list-audit.ts";

export function AuditTable({ caption, rows, now }: { caption: string; rows: AuditRow[]; now: number }) {
  return (
    <table className="words">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // Two entries may be alike in all they say.
          <tr key={`${row.at} ${index}`}>
            <td>
              <Time at={row.at} now={now} />
            </td>
            <th scope="row">
              <Sentence {...row} />
            </th>
            <td>{row.address ? <code>{row.address}</code> : <span className="meta">CLI</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sentence({ by, address, kind, about, detail, project }: AuditRow) {
  return (
    <>
      <b>{by?.email ?? (address === undefined ? "CLI" : "Unknown")}</b> {auditKinds[kind]}{" "}
      {about === by?.email && about !== undefined ? "themselves" : about}
      {(detail !== undefined || project) && (
        <div className="meta">
          {detail}
          {detail !== undefined && project && " · "}
          {project && <Link to={href("/:project/settings/audit", { project: project.slug })}>{project.name}</Link>}
        </div>
      )}
    </>
  );
}
