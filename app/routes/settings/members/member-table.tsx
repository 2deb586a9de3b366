import { Form } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { projectRoles, type ProjectRole } from "#server/domain/people/person.ts";

type MemberRow = { id: number; name: string; email: string; role: ProjectRole; disabledAt?: number };
type MemberTableProps = { rows: MemberRow[]; name: string; ownId: number; mayChange: boolean };

export function MemberTable({ rows, name, ownId, mayChange }: MemberTableProps) {
  if (rows.length === 0) return <p>{name} has no members yet. Only owners of this instance can see it.</p>;
  return (
    <table className="words">
      <caption>Members of {name}</caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} {...row} isOneself={row.id === ownId} mayChange={mayChange} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = MemberRow & { isOneself: boolean; mayChange: boolean };

function Row(row: RowProps) {
  const { name, email, role, disabledAt, isOneself, mayChange } = row;
  return (
    <tr>
      <th scope="row">
        {name}
        {isOneself && " (you)"}
        <div className="meta">
          {email}
          {disabledAt !== undefined && " · disabled"}
        </div>
      </th>
      <td>{mayChange ? <RoleForm {...row} /> : role}</td>
      <td>{isOneself ? <LeaveForm /> : mayChange && <RemoveForm {...row} />}</td>
    </tr>
  );
}

const roleOptions = Object.fromEntries(projectRoles.map((role) => [role, role]));

function RoleForm({ id, name, role }: MemberRow) {
  return (
    // The key: the role may have been changed by somebody else meanwhile.
    <Form key={role} className="row" method="post">
      <input type="hidden" name="member" value={id} />
      <select name="role" defaultValue={role} aria-label={`Role of ${name}`}>
        <Options options={roleOptions} />
      </select>
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
      <button name="intent" value="remove" aria-label={`Remove ${name}`}>
        Remove
      </button>
    </Form>
  );
}

function LeaveForm() {
  return (
    <Form method="post">
      <button name="intent" value="leave" aria-label="Leave this project">
        Leave
      </button>
    </Form>
  );
}
