import { Form, href, Link } from "react-router";
import { PresentField } from "#app/routes/account/present-field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type RemoveFormProps = { id: number; name: string; hasPassword: boolean; wrong?: WrongForm };

export function RemoveForm({ id, name, hasPassword, wrong }: RemoveFormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <p>{name} can no longer sign in to this account. Also delete it on the device.</p>
      <input type="hidden" name="passkey" value={id} />
      <PresentField hasPassword={hasPassword} wrong={wrong} />
      <p className="row">
        <button className="primary" name="intent" value="remove">
          Remove {name}
        </button>
        <Link to={href("/account/passkeys")}>Cancel</Link>
      </p>
    </Form>
  );
}
