import type { WrongForm } from "#server/domain/form/read-form.ts";
import { FieldNotes, isFirstWrong, marks } from "./field.tsx";

type ChoiceProps = {
  name: string;
  label: string;
  options: { [value: string]: string };
  chosen?: string;
  wrong?: WrongForm;
  /** Hidden inside a sentence whose words explain the choice. */
  isLabelHidden?: boolean;
};

/** A labeled `<select>` with its error; counterpart of `Field`. */
export function Choice({ name, label, options, chosen, wrong, isLabelHidden }: ChoiceProps) {
  const error = wrong?.errors[name];
  return (
    <p className="field">
      <label htmlFor={name} className={isLabelHidden ? "hidden" : undefined}>
        {label}
      </label>{" "}
      <select
        key={error ?? ""}
        id={name}
        name={name}
        defaultValue={wrong?.values[name] ?? chosen}
        {...marks(name, error, false)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a form that came back is wrong
        autoFocus={isFirstWrong(name, wrong)}
      >
        <Options options={options} />
      </select>
      <FieldNotes name={name} error={error} />
    </p>
  );
}

export function Options({ options }: { options: { [value: string]: string } }) {
  return Object.entries(options).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
