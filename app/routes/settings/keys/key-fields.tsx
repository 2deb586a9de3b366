import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { TextArea } from "#app/ui/form/text-area.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type KeyFieldsProps = { label?: string; origins?: string[]; perMinute?: number; wrong?: WrongForm };

/** Name and limits of a new or existing key. */
export function KeyFields({ label, origins = [], perMinute, wrong }: KeyFieldsProps) {
  return (
    <>
      <FormError wrong={wrong} />
      <Field
        {...{ label: "Name", name: "label", defaultValue: label, maxLength: 100, wrong }}
        required
        hint="The application, customer, or build that uses it."
      />
      <TextArea
        {...{
          label: "Allowed origins",
          name: "origins",
          rows: 3,
          defaultValue: origins.join("\n"),
          wrong,
        }}
        spellCheck={false}
        hint="One per line: https://shop.example or *.shop.example. Leave blank for any. Servers send no origin and are always allowed."
      />
      <Field
        {...{ label: "Events per minute", name: "perMinute", inputMode: "numeric", wrong }}
        defaultValue={perMinute?.toLocaleString("en-US")}
        hint="Applies separately to errors, transactions, traces, and sessions. Allows bursts of up to 10 seconds. Leave blank for no limit."
      />
    </>
  );
}
