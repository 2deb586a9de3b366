import { Field } from "#app/ui/form/field.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

/**
 * The current password, required before sign-in settings change. Users without a password need a
 * recent sign-in instead.
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
