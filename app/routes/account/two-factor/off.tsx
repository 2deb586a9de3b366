import { Form } from "react-router";
import { PresentField } from "#app/routes/account/present-field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/** Codes from an app are off. */
export function Off({ hasPassword, wrong }: { hasPassword: boolean; wrong?: WrongForm }) {
  return (
    <>
      <p>The authenticator app is off.</p>
      <Form className="form" method="post" noValidate>
        <FormError wrong={wrong} />
        <PresentField hasPassword={hasPassword} wrong={wrong} />
        <button className="primary" name="intent" value="begin">
          Set up authenticator app
        </button>
      </Form>
    </>
  );
}
