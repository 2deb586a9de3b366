import { Form } from "react-router";
import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type InvitationFormProps = { roles: { [role: string]: string }; chosen: string; wrong?: WrongForm };

export function InvitationForm({ roles, chosen, wrong }: InvitationFormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <Field
        {...{
          label: "Email",
          name: "email",
          type: "email",
          autoComplete: "off",
          required: true,
          wrong,
        }}
        hint="Inviting the same email again replaces its link."
      />
      <Choice label="Role" name="role" options={roles} chosen={chosen} wrong={wrong} />
      <button className="primary" name="intent" value="invite">
        Invite
      </button>
    </Form>
  );
}
