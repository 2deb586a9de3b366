import { Form } from "react-router";
import { Choice } from "#app/ui/choice.tsx";
import { Field } from "#app/ui/field.tsx";
import type { WrongMember } from "./act.ts";
import { projectRoleNames } from "./role-names.ts";

/** Adds who has an account; whoever has none can be invited with the same fields. */
export function AddMemberForm({ wrong, invitations }: { wrong?: WrongMember; invitations: string }) {
  return (
    <Form className="form" method="post" noValidate aria-labelledby="add">
      <h2 id="add">Add a member</h2>
      <Field
        {...{ label: "Mail address", name: "email", type: "email", autoComplete: "off", required: true, wrong }}
        hint="Of somebody who can sign in to this Spoor already."
      />
      <Choice label="Role" name="role" options={projectRoleNames} chosen="developer" wrong={wrong} />
      <p className="row">
        <button className="primary" name="intent" value="add">
          Add
        </button>
        {wrong?.unknown && (
          <button name="intent" value="invite" formAction={invitations}>
            Invite {wrong.values.email}
          </button>
        )}
      </p>
    </Form>
  );
}
