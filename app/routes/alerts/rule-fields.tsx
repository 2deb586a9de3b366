import { Choice } from "#app/ui/choice.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { ConditionKind } from "#server/domain/alert/template.ts";
import { hasEnvironment, hasFilter } from "#server/domain/alert/words.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { ChannelInputs } from "./channel-inputs.tsx";
import { ConditionInputs } from "./condition-inputs.tsx";
import type { Offers } from "./form-facts.ts";
import { PaceInputs } from "./pace-inputs.tsx";

type Props = {
  kind: ConditionKind;
  values: RuleValues;
  offers: Offers;
  slackHost?: string;
  mailIsOn: boolean;
  wrong?: WrongForm;
};

/** Everything that is asked of a rule, for a new one and one that is there. */
export function RuleFields({ kind, values, offers, slackHost, mailIsOn, wrong }: Props) {
  // A rule's own stays in the list, which names the most frequent.
  const named = ["", values["environment"] ?? "", ...offers.environments];
  const environments = Object.fromEntries(named.map((name) => [name, name || "any"]));
  return (
    <>
      <FormError wrong={wrong} />
      <Field {...{ name: "name", label: "Name", maxLength: 100, wrong }} defaultValue={values["name"]} required />
      <ConditionInputs {...{ kind, values, wrong }} names={offers.names} />
      {hasFilter(kind) && (
        <Field
          {...{ name: "filter", label: "Only issues that match", maxLength: 500, wrong }}
          defaultValue={values["filter"]}
          placeholder="level:fatal is:unhandled"
          spellCheck={false}
          hint="In the language of the issue search. Empty: all."
        />
      )}
      {hasEnvironment(kind) && (
        <Choice
          {...{ name: "environment", label: "Environment", options: environments, wrong }}
          chosen={values["environment"]}
        />
      )}
      <ChannelInputs {...{ values, slackHost, mailIsOn, wrong }} readers={offers.readers} />
      <PaceInputs {...{ values, wrong }} />
    </>
  );
}
