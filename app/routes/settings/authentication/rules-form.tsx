import { Form } from "react-router";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/** The rule for everybody. */
export function RulesForm({ required, wrong }: { required: boolean; wrong?: WrongForm }) {
  const error = wrong?.errors.required;
  return (
    <Form className="form" method="post">
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <Checkbox
        name="required"
        label="Require 2FA for all members"
        hint="An authenticator app, a passkey, or single sign-on with two factors."
        checked={required}
      />
      <button className="primary" name="intent" value="rules">
        Save
      </button>
    </Form>
  );
}
