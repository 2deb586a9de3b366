import { capitalized } from "#server/domain/capitalized.ts";
import { Form } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import type { InvitationRow } from "./rows.ts";
import { Table } from "#app/ui/table.tsx";

type InvitationTableProps = { caption: string; rows: InvitationRow[]; now: number };

export function InvitationTable({ caption, rows, now }: InvitationTableProps) {
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: "Invitation", className: "main", cell: (row) => <Invitation {...row} now={now} /> },
        { head: <span className="hidden">Actions</span>, cell: (row) => <Acts {...row} /> },
      ]}
      empty={<p>No invitations yet.</p>}
    />
  );
}

const Invitation = ({
  email,
  offered,
  invitedBy,
  createdAt,
  state,
  stateAt,
  now,
}: InvitationRow & { now: number }) => (
  <>
    {email} <span className="badge">{capitalized(state)}</span>
    <small>
      {offered}, invited by {invitedBy ?? "a former user"} <Time at={createdAt} now={now} />,{" "}
      {state === "pending" ? "expires" : state} <Time at={stateAt} now={now} />
    </small>
  </>
);

function Acts({ id, email, state }: InvitationRow) {
  if (state === "accepted") return null;
  return (
    <Form className="row" method="post">
      <input type="hidden" name="invitation" value={id} />
      <button className="quiet" name="intent" value="renew" aria-label={`New link for ${email}`}>
        New link
      </button>
      {state === "pending" && (
        <button
          className="quiet"
          name="intent"
          value="revoke"
          aria-label={`Revoke the invitation for ${email}`}
        >
          Revoke
        </button>
      )}
    </Form>
  );
}
