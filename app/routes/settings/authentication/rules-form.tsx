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
        label="Ask everybody for two factors"
        hint="Codes from an app, a passkey, or single sign-on that says it asked for two. Who has none is led to set one up before anything else. API tokens go on as they are."
        checked={required}
      />
      <button className="primary" name="intent" value="rules">
        Save
      </button>
    </Form>
  );
}
