import { Field } from "#app/ui/form/field.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/**
 * The present password, before anything that changes how one signs in. Who has none needs a fresh
 * sign-in instead.
 */
export function PresentField({ hasPassword, wrong }: { hasPassword: boolean; wrong?: WrongForm }) {
  if (hasPassword)
    return (
      <Field
        {...{
          label: "Current password",
          name: "present",
          type: "password",
          autoComplete: "current-password",
          wrong,
        }}
        required
      />
    );
  const error = wrong?.errors.present;
  return error ? (
    <p className="error" role="alert">
      {error}
    </p>
  ) : null;
}
