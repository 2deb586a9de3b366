import { Form } from "react-router";
import { Field } from "#app/ui/field.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/** For somebody who has lost app, recovery codes and passkeys. */
export function LostFactorForm({ wrong }: { wrong?: WrongForm }) {
  return (
    <section aria-labelledby="lost">
      <h2 id="lost">Somebody has lost their second factor</h2>
      <p>
        Make sure that it is them who asks. Their codes and passkeys are removed and their sessions end; the password
        stays. The same on the server: <code>spoor user disable-two-factor --email ADDRESS</code>
      </p>
      <Form className="form" method="post" noValidate>
        <Field label="Email" name="email" type="email" autoComplete="off" required wrong={wrong} />
        <button name="intent" value="lost-factor">
          Switch off their second factor
        </button>
      </Form>
    </section>
  );
}
