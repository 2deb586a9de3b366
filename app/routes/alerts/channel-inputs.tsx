import { Field } from "#app/ui/form/field.tsx";
import { TextArea } from "#app/ui/form/text-area.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type Props = {
  values: RuleValues;
  readers: string[];
  /** Host of the saved Slack URL, kept unless another is entered. */
  slackHost?: string;
  mailIsOn: boolean;
  wrong?: WrongForm;
};

/** Recipients, by channel. */
export function ChannelInputs({ values, readers, slackHost, mailIsOn, wrong }: Props) {
  const isChecked = (name: string) => (wrong ? wrong.values : values)[name] === "yes";
  return (
    <fieldset>
      <legend>Notify</legend>
      <div>
        <Checkbox
          name="mailMembers"
          label="Email all members"
          hint={
            mailIsOn
              ? "All project members with email notifications on."
              : "Sent once email is configured."
          }
          checked={isChecked("mailMembers")}
        />
        <TextArea
          {...{ name: "mailTo", label: "Email to", rows: 2, wrong }}
          defaultValue={values["mailTo"]}
          spellCheck={false}
          hint={`Project members' email addresses, one per line${readers[0] ? `: ${readers[0]}` : ""}.`}
        />
        <Field
          {...{ name: "webhookUrl", label: "Webhook URL", type: "url", wrong }}
          defaultValue={values["webhookUrl"]}
          maxLength={2000}
          spellCheck={false}
          hint="Receives signed POST requests. The signing secret is shown once."
        />
        {slackHost !== undefined && (
          <Checkbox
            name="keepSlack"
            label={`Slack webhook at ${slackHost || "the saved URL"}`}
            checked={isChecked("keepSlack")}
          />
        )}
        <Field
          {...{
            name: "slackUrl",
            label: slackHost === undefined ? "Slack webhook URL" : "New Slack webhook URL",
          }}
          // The entered URL is a secret and is not returned.
          wrong={wrong && { ...wrong, values: {} }}
          type="url"
          autoComplete="off"
          maxLength={2000}
          spellCheck={false}
          hint="From Slack or a compatible service. Stored encrypted. Never shown again."
        />
      </div>
    </fieldset>
  );
}
