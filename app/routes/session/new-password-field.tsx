import { Field } from "#app/ui/form/field.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/** A new password. Length is the only rule, and password managers are supported. */
export function NewPasswordField({
  label = "Password",
  wrong,
}: {
  label?: string;
  wrong?: WrongForm;
}) {
  return (
    <Field
      {...{ label, name: "password", type: "password", autoComplete: "new-password", wrong }}
      // The error says the same.
      hint={
        wrong?.errors["password"] ? undefined : "At least 12 characters. A passphrase works too."
      }
      required
    />
  );
}
