import type { InputHTMLAttributes, ReactNode } from "react";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "form" | "name"> & {
  name: string;
  label: string;
  hint?: ReactNode;
  /** What came back, when the form was wrong. */
  wrong?: WrongForm;
};

/**
 * A label, its input, and what is wrong with it. The first wrong field of a form that came back has
 * the focus.
 */
export function Field({ name, label, hint, wrong, ...input }: FieldProps) {
  const error = wrong?.errors[name];
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>{" "}
      <input
        // A new key when it turns wrong: React gives the focus only to what it puts in again.
        key={error ?? ""}
        {...input}
        id={name}
        name={name}
        defaultValue={wrong?.values[name] ?? input.defaultValue}
        {...marks(name, error, hint !== undefined)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a form that came back is wrong (SPEC section 5)
        autoFocus={isFirstWrong(name, wrong)}
      />
      <FieldNotes name={name} hint={hint} error={error} />
    </p>
  );
}

/** The attributes that tie a field to its notes. */
export function marks(name: string, error: string | undefined, hasHint: boolean) {
  const notes = [error && `${name}-error`, hasHint && `${name}-hint`].filter(Boolean);
  return {
    "aria-invalid": error ? true : undefined,
    "aria-describedby": notes.join(" ") || undefined,
  };
}

export function FieldNotes({
  name,
  hint,
  error,
}: {
  name: string;
  hint?: ReactNode;
  error?: string;
}) {
  return (
    <>
      {error && " "}
      {error && (
        <strong className="error" id={`${name}-error`}>
          {error}
        </strong>
      )}
      {hint !== undefined && <small id={`${name}-hint`}>{hint}</small>}
    </>
  );
}

export function isFirstWrong(name: string, wrong: WrongForm | undefined): boolean {
  return wrong !== undefined && Object.keys(wrong.errors)[0] === name;
}
