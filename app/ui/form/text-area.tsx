import type { ReactNode, TextareaHTMLAttributes } from "react";
import { useTypedText } from "#app/enhance/typed-text.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { FieldNotes, isFirstWrong, marks } from "./field.tsx";

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "form" | "name"> & {
  name: string;
  label: string;
  hint?: ReactNode;
  wrong?: WrongForm;
};

/** A labeled text area; counterpart of `Field`. */
export function TextArea({ name, label, hint, wrong, ...area }: TextAreaProps) {
  const error = wrong?.errors[name];
  const typed = useTypedText(name);
  return (
    <p className="field">
      <label htmlFor={name}>{label}</label>{" "}
      <textarea
        ref={typed}
        key={error ?? ""}
        {...area}
        id={name}
        name={name}
        defaultValue={wrong?.values[name] ?? area.defaultValue}
        {...marks(name, error, hint !== undefined)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a form that came back is wrong
        autoFocus={isFirstWrong(name, wrong)}
      />
      <FieldNotes name={name} hint={hint} error={error} />
    </p>
  );
}
