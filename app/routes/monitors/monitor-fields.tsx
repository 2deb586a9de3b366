import type { ComponentProps, ReactNode } from "react";
import { Form, Link } from "react-router";
import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { Preview } from "./preview.tsx";

type FieldsProps = {
  values: WrongForm["values"];
  zones: string[];
  wrong?: WrongForm;
  /** Below the schedule. */
  children?: ReactNode;
};

const kinds = { crontab: "Cron schedule", interval: "Interval" };
const units = {
  minute: "minutes",
  hour: "hours",
  day: "days",
  week: "weeks",
  month: "months",
  year: "years",
};

type FormProps = {
  values: WrongForm["values"];
  zones: string[];
  wrong?: WrongForm & { preview?: ComponentProps<typeof Preview> };
  save: string;
  /** URL of *Cancel*. */
  back: string;
};

/** A new or an existing monitor, with a preview of its schedule. */
export function MonitorForm({ values, zones, wrong, save, back }: FormProps) {
  return (
    <Form className="rule" method="post" noValidate>
      <FormError wrong={wrong} />
      <MonitorFields {...{ values, zones, wrong }}>
        {wrong?.preview && <Preview {...wrong.preview} />}
      </MonitorFields>
      <div className="row">
        <button className="primary" name="intent" value="save">
          {save}
        </button>
        <button name="intent" value="preview">
          Preview schedule
        </button>
        <Link className="button quiet" to={back}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

/** The fields of a monitor. Only the schedule of the selected type counts. */
function MonitorFields({ values, zones, wrong, children }: FieldsProps) {
  const field = (name: string, label: string) => ({
    name,
    label,
    defaultValue: values[name],
    wrong,
  });
  const number = (name: string, label: string) => ({
    ...field(name, label),
    inputMode: "numeric" as const,
    size: 6,
  });
  return (
    <>
      <Field {...field("name", "Name")} required maxLength={100} />
      <Field
        {...field("slug", "Slug")}
        maxLength={50}
        hint="Used in URLs and check-ins. Leave blank to generate it from the name."
      />
      <fieldset>
        <legend>Schedule</legend>
        <div>
          <Choice name="kind" label="Type" options={kinds} chosen={values["kind"]} wrong={wrong} />
          <div className="by-crontab">
            <Field
              {...field("expression", "Cron schedule")}
              {...{
                placeholder: "30 2 * * *",
                maxLength: 200,
                autoComplete: "off",
                spellCheck: false,
              }}
              hint={
                <>
                  Minute, hour, day of month, month, weekday; or <code>@daily</code>.
                </>
              }
            />
          </div>
          <div className="sentence by-interval">
            <Field {...number("every", "Every")} />
            <Choice
              name="unit"
              label="Unit"
              options={units}
              chosen={values["unit"]}
              wrong={wrong}
              isLabelHidden
            />
          </div>
          <Field
            {...field("timeZone", "Time zone")}
            list="zones"
            autoComplete="off"
            spellCheck={false}
          />
          <datalist id="zones">
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
          {children}
        </div>
      </fieldset>
      <fieldset>
        <legend>Time limits</legend>
        <div>
          <Field
            {...number("marginMinutes", "Grace period (minutes)")}
            hint="A check-in later than this counts as missed."
          />
          <Field
            {...number("maxRuntimeMinutes", "Max runtime (minutes)")}
            hint="A longer run counts as timed out."
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Thresholds</legend>
        <div>
          <Field
            {...number("failureThreshold", "Failure threshold")}
            hint="Consecutive failures before an incident starts."
          />
          <Field
            {...number("recoveryThreshold", "Recovery threshold")}
            hint="Consecutive successes before the monitor recovers."
          />
        </div>
      </fieldset>
    </>
  );
}
