import { Choice } from "#app/ui/choice.tsx";
import { Field } from "#app/ui/field.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type FieldsProps = { values: WrongForm["values"]; zones: string[]; wrong?: WrongForm };

const kinds = { crontab: "By the clock: a crontab line", interval: "So long after its last run" };
const units = { minute: "minutes", hour: "hours", day: "days", week: "weeks", month: "months", year: "years" };

/** All that is chosen of a monitor. Of the two schedules the one counts that the list above them names. */
export function MonitorFields({ values, zones, wrong }: FieldsProps) {
  const field = (name: string, label: string) => ({ name, label, defaultValue: values[name], wrong });
  const number = (name: string, label: string) => ({ ...field(name, label), inputMode: "numeric" as const, size: 6 });
  return (
    <>
      <Field {...field("name", "Name")} required maxLength={100} />
      <Field
        {...field("slug", "Slug")}
        maxLength={50}
        hint="Its name in addresses and in what jobs send. Made of the name when left empty."
      />
      <Choice name="kind" label="Expected" options={kinds} chosen={values["kind"]} wrong={wrong} />
      <Field
        {...field("expression", "Crontab line")}
        {...{ placeholder: "30 2 * * *", maxLength: 200, autoComplete: "off", spellCheck: false }}
        hint={
          <>
            Minute, hour, day of month, month, weekday; or <code>@daily</code>.
          </>
        }
      />
      <div className="row">
        <Field {...number("every", "Or every")} />
        <Choice name="unit" label="Unit" options={units} chosen={values["unit"]} wrong={wrong} />
      </div>
      <Field {...field("timeZone", "Time zone")} list="zones" autoComplete="off" spellCheck={false} />
      <datalist id="zones">
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
      <Field {...number("marginMinutes", "Margin, minutes")} hint="How much later it may begin before it is missed." />
      <Field {...number("maxRuntimeMinutes", "Longest run, minutes")} hint="After that it counts as failed." />
      <Field {...number("failureThreshold", "Failures in a row")} hint="So many until people are told." />
      <Field {...number("recoveryThreshold", "Good runs in a row")} hint="So many until all is well again." />
    </>
  );
}
