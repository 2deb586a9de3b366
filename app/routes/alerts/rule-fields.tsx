import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { ShownChannel } from "#server/domain/alert/shown-channel.ts";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import { type ConditionKind, templates } from "#server/domain/alert/template.ts";
import { hasEnvironment, hasFilter } from "#server/domain/alert/words.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { ChannelInputs } from "./channel-inputs.tsx";
import { ConditionInputs } from "./condition-inputs.tsx";
import type { Offers } from "./form-facts.ts";
import { RuleReadings } from "./rule-readings.tsx";
import type { AlertReading } from "#server/read/alerts/read-alert-rule.ts";

type Props = {
  kind: ConditionKind;
  values: RuleValues;
  offers: Offers;
  /** Saved channels, without secrets. */
  channels?: ShownChannel[];
  mailIsOn: boolean;
  wrong?: WrongForm;
  /** How often it would have triggered, for a preview. */
  preview?: AlertReading;
};

/** The form of a new or existing rule. */
export function RuleFields({ kind, values, offers, channels, mailIsOn, wrong, preview }: Props) {
  // A rule's own environment stays in the list of the most frequent.
  const named = ["", values["environment"] ?? "", ...offers.environments];
  const environments = Object.fromEntries(named.map((name) => [name, name || "All environments"]));
  return (
    <>
      <FormError wrong={wrong} />
      <Field
        {...{ name: "name", label: "Name", maxLength: 100, wrong }}
        defaultValue={values["name"]}
        required
      />
      <fieldset>
        <legend>When</legend>
        <div>
          <p>{templates[kind].says}</p>
          <div className="sentence">
            <ConditionInputs {...{ kind, values, wrong }} names={offers.names} />
          </div>
          {preview && <RuleReadings reading={preview} kind={kind} />}
        </div>
      </fieldset>
      {(hasFilter(kind) || hasEnvironment(kind)) && (
        <fieldset>
          <legend>Filters</legend>
          <div>
            {hasEnvironment(kind) && (
              <div className="sentence">
                <Choice
                  {...{ name: "environment", label: "Environment", options: environments, wrong }}
                  chosen={values["environment"]}
                />
              </div>
            )}
            {hasFilter(kind) && (
              <Field
                {...{ name: "filter", label: "Only issues that match", maxLength: 500, wrong }}
                defaultValue={values["filter"]}
                placeholder="level:fatal is:unhandled"
                spellCheck={false}
                hint="In issue search syntax. Leave blank for all issues."
              />
            )}
          </div>
        </fieldset>
      )}
      <ChannelInputs {...{ values, channels, mailIsOn, wrong }} readers={offers.readers} />
      <PaceInputs {...{ values, wrong }} />
    </>
  );
}

const digests = { "": "Immediately", day: "Daily digest", week: "Weekly digest" };

/** How often the rule notifies, and when. */
function PaceInputs({ values, wrong }: { values: RuleValues; wrong?: WrongForm }) {
  const field = (name: string, label: string, more: { hint?: string; placeholder?: string }) => (
    <Field {...{ name, label, wrong, ...more }} defaultValue={values[name]} />
  );
  return (
    <fieldset>
      <legend>Frequency</legend>
      <div>
        <div className="sentence">
          <Choice
            {...{ name: "digest", label: "Send", options: digests, wrong }}
            chosen={values["digest"]}
          />
          {field("mostPerHour", "Max per hour", {
            hint: "Notifications over the limit are grouped.",
          })}
        </div>
        <div className="sentence">
          {field("quietFrom", "Quiet hours start", { placeholder: "22:00" })}
          {field("quietTo", "Quiet hours end", { placeholder: "07:00" })}
          {field("timeZone", "Time zone", {
            placeholder: "UTC",
            hint: "For example, Europe/Berlin.",
          })}
        </div>
      </div>
    </fieldset>
  );
}
