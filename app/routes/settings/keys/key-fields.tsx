import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type KeyFieldsProps = { label?: string; origins?: string[]; perMinute?: number; wrong?: WrongForm };

/** What a key is called and what it is limited to, for a new one and one that is there. */
export function KeyFields({ label, origins = [], perMinute, wrong }: KeyFieldsProps) {
  return (
    <>
      <FormError wrong={wrong} />
      <Field
        {...{ label: "Name", name: "label", defaultValue: label, maxLength: 100, wrong }}
        required
        hint="Who sends with it: an application, a customer, a build."
      />
      <TextArea
        {...{ label: "Allowed origins", name: "origins", rows: 3, defaultValue: origins.join("\n"), wrong }}
        spellCheck={false}
        hint="Whose pages may send, one a line: https://shop.example or *.shop.example. Empty: everybody's. Servers send no origin and always may."
      />
      <Field
        {...{ label: "Events a minute", name: "perMinute", inputMode: "numeric", wrong }}
        defaultValue={perMinute?.toLocaleString("en-US")}
        hint="Each kind by itself: errors, transactions, traces, sessions. Ten seconds' worth may come at once. Empty: as many as come."
      />
    </>
  );
}
