import { Form } from "react-router";
import { Time } from "#app/ui/time.tsx";
import type { InvitationRow } from "./rows.ts";

type InvitationTableProps = { caption: string; rows: InvitationRow[]; now: number };

export function InvitationTable({ caption, rows, now }: InvitationTableProps) {
  if (rows.length === 0) return <p>No invitations yet.</p>;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Who, and how far it has got</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} {...row} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ id, email, offered, invitedBy, createdAt, state, stateAt, now }: InvitationRow & { now: number }) {
  return (
    <tr>
      <th scope="row">
        {email} <span className="badge">{state}</span>
        <div className="meta">
          {offered}, invited by {invitedBy ?? "a former user"} <Time at={createdAt} now={now} />,{" "}
          {state === "pending" ? "ends" : state} <Time at={stateAt} now={now} />
        </div>
      </th>
      <td>{state === "accepted" ? "" : <Acts id={id} email={email} isPending={state === "pending"} />}</td>
    </tr>
  );
}

function Acts({ id, email, isPending }: { id: number; email: string; isPending: boolean }) {
  return (
    <Form className="row" method="post">
      <input type="hidden" name="invitation" value={id} />
      <button className="quiet" name="intent" value="renew" aria-label={`Create a new link for ${email}`}>
        New link
      </button>
      {isPending && (
        <button className="quiet" name="intent" value="revoke" aria-label={`Revoke the invitation for ${email}`}>
          Revoke
        </button>
      )}
    </Form>
  );
}
