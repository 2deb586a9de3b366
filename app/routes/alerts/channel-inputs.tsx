import { Field } from "#app/ui/form/field.tsx";
import { TextArea } from "#app/ui/form/text-area.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import {
  chatFields,
  type ChatKind,
  chatKinds,
  chatServices,
  isChat,
} from "#server/domain/alert/chat.ts";
import type { ShownChannel } from "#server/domain/alert/shown-channel.ts";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type Props = {
  values: RuleValues;
  readers: string[];
  /** Saved channels, without secrets. */
  channels?: ShownChannel[];
  mailIsOn: boolean;
  wrong?: WrongForm;
};

/** Recipients, by channel. */
export function ChannelInputs({ values, readers, channels = [], mailIsOn, wrong }: Props) {
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
        {chatKinds.map((kind) => (
          <ChatInputs
            {...{ kind, wrong }}
            key={kind}
            host={channels.filter(isChat).find((channel) => channel.kind === kind)?.host}
            isKept={isChecked(chatFields(kind).keep)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ChatProps = {
  kind: ChatKind;
  /** Of the saved URL, kept unless another is entered. */
  host: string | undefined;
  isKept: boolean;
  wrong: WrongForm | undefined;
};

function ChatInputs({ kind, host, isKept, wrong }: ChatProps) {
  const { name, hint } = chatServices[kind];
  const fields = chatFields(kind);
  return (
    <>
      {host !== undefined && (
        <Checkbox
          name={fields.keep}
          label={`${name} webhook at ${host || "the saved URL"}`}
          checked={isKept}
        />
      )}
      <Field
        {...{ name: fields.url, hint }}
        label={host === undefined ? `${name} webhook URL` : `New ${name} webhook URL`}
        // The entered URL is a secret and is not returned.
        wrong={wrong && { ...wrong, values: {} }}
        type="url"
        autoComplete="off"
        maxLength={2000}
        spellCheck={false}
      />
    </>
  );
}
