import type { WrongForm } from "#server/domain/form/read-form.ts";

/** Errors of a form as a whole. */
export function FormError({ wrong }: { wrong?: WrongForm }) {
  const error = wrong?.errors["form"];
  if (!error) return null;
  return (
    <p className="error" role="alert">
      {error}
    </p>
  );
}
