import { Form } from "react-router";
import { Field } from "#app/ui/field.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/** For somebody who has lost app, recovery codes and passkeys. */
export function LostFactorForm({ wrong }: { wrong?: WrongForm }) {
  return (
    <section aria-labelledby="lost">
      <h2 id="lost">Reset a member’s second factor</h2>
      <p>
        Verify their identity first. This removes their authenticator app, recovery codes, and passkeys, and ends their
        sessions. The password stays. On the server, use <code>spoor user disable-two-factor --email ADDRESS</code>
      </p>
      <Form className="form" method="post" noValidate>
        <Field label="Email" name="email" type="email" autoComplete="off" required wrong={wrong} />
        <button name="intent" value="lost-factor">
          Reset second factor
        </button>
      </Form>
    </section>
  );
}
