import { Choice } from "#app/ui/choice.tsx";
import { Field } from "#app/ui/field.tsx";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";

const digests = { "": "one by one", day: "a letter a day", week: "a letter a week" };

/** How much reaches people, and when. */
export function PaceInputs({ values, wrong }: { values: RuleValues; wrong?: WrongForm }) {
  const field = (name: string, label: string, more: { hint?: string; placeholder?: string }) => (
    <Field {...{ name, label, wrong, ...more }} defaultValue={values[name]} />
  );
  return (
    <fieldset>
      <legend>How much, and when</legend>
      <Choice {...{ name: "digest", label: "Sent", options: digests, wrong }} chosen={values["digest"]} />
      {field("mostPerHour", "At most, in an hour", { hint: "What is beyond is counted and told together." })}
      {field("quietFrom", "Quiet from", { placeholder: "22:00" })}
      {field("quietTo", "Quiet until", { placeholder: "07:00", hint: "What comes up between is sent when they end." })}
      {field("timeZone", "Time zone", { placeholder: "UTC", hint: "Like Europe/Berlin." })}
    </fieldset>
  );
}
