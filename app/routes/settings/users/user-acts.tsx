import { Form, useActionData } from "react-router";
import { FieldNotes, marks } from "#app/ui/form/field.tsx";
import { Menu } from "#app/ui/menu.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { User } from "#server/domain/people/person.ts";

/** An owner's actions on an account. Deleting requires its email address. */
export function UserActs({
  id,
  name,
  email,
  role,
  disabledAt,
  isOneself,
}: User & { isOneself: boolean }) {
  const answer = useActionData<WrongForm | { made: unknown }>();
  const wrong =
    answer && "errors" in answer && answer.values["user"] === String(id) ? answer : undefined;
  return (
    <Menu summary="Change" label={`Change ${name}`} className="end" open={wrong !== undefined}>
      <Form method="post">
        <input type="hidden" name="user" value={id} />
        {role === "owner" ? (
          <Act intent="make-member">Make a member</Act>
        ) : (
          <Act intent="make-owner">Make an owner</Act>
        )}
        {!isOneself && <Act intent="reset-link">Create reset link</Act>}
        {!isOneself &&
          (disabledAt === undefined ? (
            <Act intent="disable">Disable</Act>
          ) : (
            <Act intent="enable">Enable</Act>
          ))}
      </Form>
      {!isOneself && <DeleteForm id={id} email={email} wrong={wrong} />}
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

/** A separate form, so that Enter in its field activates its own button. */
function DeleteForm({ id, email, wrong }: Pick<User, "id" | "email"> & { wrong?: WrongForm }) {
  const name = `confirm-${id}`;
  const error = wrong?.errors["confirm"];
  return (
    <Form method="post">
      <input type="hidden" name="user" value={id} />
      <input type="hidden" name="email" value={email} />
      <p className="field">
        <label htmlFor={name}>Email, to confirm deletion</label>{" "}
        <input
          key={error ?? ""}
          id={name}
          name="confirm"
          type="email"
          autoComplete="off"
          defaultValue={wrong?.values["confirm"]}
          {...marks(name, error, false)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a form that came back is wrong
          autoFocus={error !== undefined}
        />
        <FieldNotes name={name} error={error} />
      </p>
      <Act intent="delete">Delete</Act>
    </Form>
  );
}
