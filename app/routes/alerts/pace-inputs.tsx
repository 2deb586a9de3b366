import { Choice } from "#app/ui/choice.tsx";
import { Field } from "#app/ui/field.tsx";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";

const digests = { "": "Immediately", day: "Daily digest", week: "Weekly digest" };

/** How often the rule notifies, and when. */
export function PaceInputs({ values, wrong }: { values: RuleValues; wrong?: WrongForm }) {
  const field = (name: string, label: string, more: { hint?: string; placeholder?: string }) => (
    <Field {...{ name, label, wrong, ...more }} defaultValue={values[name]} />
  );
  return (
    <fieldset>
      <legend>Frequency</legend>
      <div>
        <Choice {...{ name: "digest", label: "Send", options: digests, wrong }} chosen={values["digest"]} />
        {field("mostPerHour", "Max per hour", { hint: "Notifications over the limit are grouped." })}
        {field("quietFrom", "Quiet hours start", { placeholder: "22:00" })}
        {field("quietTo", "Quiet hours end", {
          placeholder: "07:00",
          hint: "Quiet-hours notifications are sent when quiet hours end.",
        })}
        {field("timeZone", "Time zone", { placeholder: "UTC", hint: "For example, Europe/Berlin." })}
      </div>
    </fieldset>
  );
}
