import type { InputHTMLAttributes, ReactNode } from "react";
import { Icon } from "../icon.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "form" | "name"> & {
  name: string;
  label: string;
  hint?: ReactNode;
  /** The returned errors, if the form was invalid. */
  wrong?: WrongForm;
};

/** A label, its input, and its error. The first invalid field of a returned form gets the focus. */
export function Field({ name, label, hint, wrong, ...input }: FieldProps) {
  const error = wrong?.errors[name];
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>{" "}
      <input
        // A new key when it becomes invalid: React only focuses newly inserted elements.
        key={error ?? ""}
        {...input}
        id={name}
        name={name}
        defaultValue={wrong?.values[name] ?? input.defaultValue}
        {...marks(name, error, hint !== undefined)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a form that came back is wrong
        autoFocus={isFirstWrong(name, wrong)}
      />
      <FieldNotes name={name} hint={hint} error={error} />
    </p>
  );
}

/** Attributes that link a field to its hint and error. */
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
          <Icon name="issues" />
          {` ${error}`}
        </strong>
      )}
      {hint !== undefined && <small id={`${name}-hint`}>{hint}</small>}
    </>
  );
}

export function isFirstWrong(name: string, wrong: WrongForm | undefined): boolean {
  return wrong !== undefined && Object.keys(wrong.errors)[0] === name;
}
