import { Form, Link } from "react-router";
import { PresentField } from "#app/routes/account/present-field.tsx";
import { counted } from "#server/domain/count.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/** The form selected in the URL: each needs the password, and a page has one password field. */
export type OnView = "facts" | "renew" | "off";

type OnProps = {
  since: number;
  recoveryCodes: number;
  hasPassword: boolean;
  view: OnView;
  now: number;
  wrong?: WrongForm;
};

/** The authenticator app is on. */
export function On({ since, recoveryCodes, now, view, ...form }: OnProps) {
  return (
    <>
      <Facts
        facts={[
          [
            "Authenticator app",
            <>
              on since <Time at={since} now={now} />
            </>,
          ],
          ["Recovery codes left", recoveryCodes === 0 ? "none" : String(recoveryCodes)],
        ]}
      />
      {view === "facts" && (
        <p>
          <Link to="?renew">Create new recovery codes</Link> · <Link to="?off">Turn off</Link>
        </p>
      )}
      {view === "renew" && <RenewForm {...form} left={recoveryCodes} />}
      {view === "off" && <OffForm {...form} />}
    </>
  );
}

type FormProps = Pick<OnProps, "hasPassword" | "wrong">;

function RenewForm({ hasPassword, wrong, left }: FormProps & { left: number }) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      {left > 0 && <p>Your {counted(left, "existing code")} will stop working.</p>}
      <PresentField hasPassword={hasPassword} wrong={wrong} />
      <button className="primary" name="intent" value="renew">
        Create new recovery codes
      </button>
    </Form>
  );
}

function OffForm({ hasPassword, wrong }: FormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <PresentField hasPassword={hasPassword} wrong={wrong} />
      <Field
        {...{ label: "Code", name: "code", autoComplete: "one-time-code", maxLength: 40, wrong }}
        hint="From the app, or a recovery code."
        required
      />
      <button className="primary" name="intent" value="off">
        Turn off
      </button>
    </Form>
  );
}
