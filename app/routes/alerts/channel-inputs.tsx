import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type Props = {
  values: RuleValues;
  readers: string[];
  /** Host of the Slack address that is kept unless another is typed. */
  slackHost?: string;
  mailIsOn: boolean;
  wrong?: WrongForm;
};

/** Who is told, and by what. */
export function ChannelInputs({ values, readers, slackHost, mailIsOn, wrong }: Props) {
  const ticked = (name: string) => (wrong ? wrong.values : values)[name] === "yes";
  return (
    <fieldset>
      <legend>Who is told</legend>
      {!mailIsOn && <p>This Spoor has no mail server yet: mails of this rule begin once SPOOR_SMTP_URL is set.</p>}
      <Checkbox
        name="mailMembers"
        label="Mail to all members"
        hint="Everybody who may read the project and wants its mails."
        checked={ticked("mailMembers")}
      />
      <TextArea
        {...{ name: "mailTo", label: "Mail to", rows: 2, wrong }}
        defaultValue={values["mailTo"]}
        spellCheck={false}
        hint={`Addresses of people who may read the project, one a line${readers[0] ? `: ${readers[0]}` : ""}.`}
      />
      <Field
        {...{ name: "webhookUrl", label: "Webhook", type: "url", wrong }}
        defaultValue={values["webhookUrl"]}
        maxLength={2000}
        spellCheck={false}
        hint="A signed POST to this address. Its secret is shown once, when it is made."
      />
      {slackHost !== undefined && (
        <Checkbox
          name="keepSlack"
          label={`Slack message by ${slackHost || "the address there is"}`}
          checked={ticked("keepSlack")}
        />
      )}
      <Field
        {...{ name: "slackUrl", label: slackHost === undefined ? "Slack address" : "Another Slack address" }}
        // What was typed is a secret and does not come back.
        wrong={wrong && { ...wrong, values: {} }}
        type="url"
        autoComplete="off"
        maxLength={2000}
        spellCheck={false}
        hint="An incoming webhook of Slack, or of anything that takes the same. It is kept sealed and never shown."
      />
    </fieldset>
  );
}
