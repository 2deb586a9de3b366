import { Menu } from "#app/ui/menu.tsx";
import { Form } from "react-router";
import type { User } from "#server/domain/people/person.ts";

/** What an owner can do to an account. What cannot be undone asks for its mail address. */
export function UserActs({ id, name, email, role, disabledAt, isOneself }: User & { isOneself: boolean }) {
  return (
    <Menu summary="Change" label={`Change ${name}`} className="end">
      <Form method="post">
        <input type="hidden" name="user" value={id} />
        {role === "owner" ? (
          <Act intent="make-member">Make a member</Act>
        ) : (
          <Act intent="make-owner">Make an owner</Act>
        )}
        {!isOneself && <Act intent="reset-link">Create reset link</Act>}
        {!isOneself &&
          (disabledAt === undefined ? <Act intent="disable">Disable</Act> : <Act intent="enable">Enable</Act>)}
      </Form>
      {!isOneself && <DeleteForm id={id} email={email} />}
    </Menu>
  );
}

function Act({ intent, children }: { intent: string; children: string }) {
  return (
    <button name="intent" value={intent}>
      {children}
    </button>
  );
}

/** A form of its own: Enter in its field must press its own button. */
function DeleteForm({ id, email }: Pick<User, "id" | "email">) {
  return (
    <Form method="post">
      <input type="hidden" name="user" value={id} />
      <input type="hidden" name="email" value={email} />
      <p className="field">
        <label htmlFor={`confirm-${id}`}>Email, to confirm deletion</label>{" "}
        <input id={`confirm-${id}`} name="confirm" type="email" autoComplete="off" />
      </p>
      <Act intent="delete">Delete</Act>
    </Form>
  );
}
