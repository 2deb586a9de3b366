import { Form } from "react-router";
import { Choice } from "#app/ui/form/choice.tsx";
import { EmailField } from "#app/ui/form/email-field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type InvitationFormProps = { roles: { [role: string]: string }; chosen: string; wrong?: WrongForm };

export function InvitationForm({ roles, chosen, wrong }: InvitationFormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <EmailField
        of="other"
        wrong={wrong}
        hint="Inviting the same email again replaces its link."
      />
      <Choice label="Role" name="role" options={roles} chosen={chosen} wrong={wrong} />
      <button className="primary" name="intent" value="invite">
        Invite
      </button>
    </Form>
  );
}
