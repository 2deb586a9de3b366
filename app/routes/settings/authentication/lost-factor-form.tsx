import { Form } from "react-router";
import { Field } from "#app/ui/field.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** For somebody who has lost app, recovery codes and passkeys. */
export function LostFactorForm({ wrong }: { wrong?: WrongForm }) {
  return (
    <SettingsPart
      id="lost"
      title="Reset a member’s second factor"
      text={
        <>
          Verify their identity first. This removes their authenticator app, recovery codes, and passkeys, and ends
          their sessions. The password stays. On the server, use{" "}
          <code>spoor user disable-two-factor --email ADDRESS</code>
        </>
      }
    >
      <Form className="form" method="post" noValidate>
        <Field label="Email" name="email" type="email" autoComplete="off" required wrong={wrong} />
        <button name="intent" value="lost-factor">
          Reset second factor
        </button>
      </Form>
    </SettingsPart>
  );
}
