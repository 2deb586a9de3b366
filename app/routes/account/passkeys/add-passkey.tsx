import { useEffect, useState } from "react";
import { Form, useSubmit } from "react-router";
import { createPasskey, useCanPasskey } from "#app/enhance/passkey-browser.ts";
import { PresentField } from "#app/routes/account/present-field.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type AddPasskeyProps = {
  hasPassword: boolean;
  wrong?: WrongForm;
  /** Options for the browser, after the form was accepted. */ options?: string;
};

/** Submits name and password, then asks the browser for a passkey, then submits the response. */
export function AddPasskey({ hasPassword, wrong, options }: AddPasskeyProps) {
  const isStopped = useAnswer(options);
  if (!useCanPasskey())
    return (
      <p className="empty">
        Passkeys require JavaScript, a supported browser, HTTPS, and a domain name. An authenticator
        app requires none of these.
      </p>
    );
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      {isStopped && (
        <p role="alert">
          No passkey was created. The device refused, already has one for you, or you canceled.
        </p>
      )}
      <Field
        {...{ label: "Name", name: "name", autoComplete: "off", maxLength: 100, wrong }}
        hint="For example, “Laptop” or “Blue key”."
        required
      />
      <PresentField hasPassword={hasPassword} wrong={wrong} />
      <button className="primary" name="intent" value="begin">
        Add passkey
      </button>
    </Form>
  );
}

/** Submits the authenticator's response to `options`; true if there was none. */
function useAnswer(options: string | undefined): boolean {
  const submit = useSubmit();
  const [stopped, setStopped] = useState<string>();
  useEffect(() => {
    if (options === undefined) return;
    void createPasskey(options).then((answer) =>
      answer === undefined
        ? setStopped(options)
        : submit({ intent: "add", answer }, { method: "post" }),
    );
  }, [options, submit]);
  return options !== undefined && stopped === options;
}
