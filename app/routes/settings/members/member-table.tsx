import { capitalized } from "#server/domain/capitalized.ts";
import { Form } from "react-router";
import { Options } from "#app/ui/form/choice.tsx";
import { projectRoles, type ProjectRole } from "#server/domain/people/person.ts";
import { Table } from "#app/ui/table.tsx";

type MemberRow = {
  id: number;
  name: string;
  email: string;
  role: ProjectRole;
  disabledAt?: number;
};
type MemberTableProps = { rows: MemberRow[]; name: string; ownId: number; mayChange: boolean };

export function MemberTable({ rows, name, ownId, mayChange }: MemberTableProps) {
  return (
    <Table
      caption={`Members of ${name}`}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Member",
          className: "main",
          cell: (row) => <Member {...row} isOneself={row.id === ownId} />,
        },
        {
          head: "Role",
          className: mayChange ? undefined : "word",
          cell: (row) => (mayChange ? <RoleForm {...row} /> : row.role),
        },
        {
          head: <span className="hidden">Actions</span>,
          cell: (row) => (row.id === ownId ? <LeaveForm /> : mayChange && <RemoveForm {...row} />),
        },
      ]}
      empty={<p>No members yet. Only owners of this instance can see {name}.</p>}
    />
  );
}

const Member = ({ name, email, disabledAt, isOneself }: MemberRow & { isOneself: boolean }) => (
  <>
    {name}
    {isOneself && " (you)"}
    <small>
      {email}
      {disabledAt !== undefined && " · disabled"}
    </small>
  </>
);

const roleOptions = Object.fromEntries(projectRoles.map((role) => [role, capitalized(role)]));

function RoleForm({ id, name, role }: MemberRow) {
  return (
    // The key resets the field if another member changed the role.
    <Form key={role} method="post">
      <input type="hidden" name="member" value={id} />
      <select name="role" defaultValue={role} aria-label={`Role of ${name}`}>
        <Options options={roleOptions} />
      </select>{" "}
      <button name="intent" value="change" aria-label={`Apply the role of ${name}`}>
        Apply
      </button>
    </Form>
  );
}

function RemoveForm({ id, name }: MemberRow) {
  return (
    <Form method="post">
      <input type="hidden" name="member" value={id} />
      <button className="quiet" name="intent" value="remove" aria-label={`Remove ${name}`}>
        Remove
      </button>
    </Form>
  );
}

function LeaveForm() {
  return (
    <Form method="post">
      <button className="quiet" name="intent" value="leave" aria-label="Leave this project">
        Leave
      </button>
    </Form>
  );
}
