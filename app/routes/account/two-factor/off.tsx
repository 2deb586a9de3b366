import { Form } from "react-router";
import { PresentField } from "#app/routes/account/present-field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/** Codes from an app are off. */
export function Off({ hasPassword, wrong }: { hasPassword: boolean; wrong?: WrongForm }) {
  return (
    <>
      <p>
        The authenticator app is off. With it, you sign in with your password and a six-digit code. It protects your
        account if your password leaks.
      </p>
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
