import { chatFields } from "./chat.ts";
import { conditionValues } from "./condition-fields.ts";
import { paceValues } from "./pace-fields.ts";
import type { AlertRule } from "./rule.ts";
import type { ShownChannel } from "./shown-channel.ts";
import { defaultMostPerHour, type Template } from "./template.ts";

export type RuleValues = { [field: string]: string };

/** Form values of a rule, for someone who can change it. */
export function ruleValues(
  rule: Omit<AlertRule, "channels">,
  channels: ShownChannel[],
): RuleValues {
  const { name, filter, environment, when, pace } = rule;
  return {
    name,
    filter,
    environment,
    ...conditionValues(when),
    ...paceValues(pace),
    ...channelValues(channels),
  };
}

/** Initial values of a new rule's form. */
export function templateValues({ title, when }: Template): RuleValues {
  return {
    name: title,
    mailMembers: "yes",
    mostPerHour: String(defaultMostPerHour),
    ...conditionValues(when),
  };
}

function channelValues(channels: ShownChannel[]): RuleValues {
  const values: RuleValues = {};
  for (const channel of channels) {
    if (channel.kind === "mail-members") values["mailMembers"] = "yes";
    else if (channel.kind === "mail") values["mailTo"] = channel.to.join("\n");
    else if (channel.kind === "webhook") values["webhookUrl"] = channel.url ?? "";
    else values[chatFields(channel.kind).keep] = "yes";
  }
  return values;
}
