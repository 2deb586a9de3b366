import * as v from "valibot";
import { nameField } from "#server/domain/form/fields.ts";
import { formValues, type ReadForm, readForm, wrongForm } from "#server/domain/form/read-form.ts";
import { webhookUrlField } from "#server/domain/form/webhook-url.ts";
import type { AllowedPrivate } from "#server/domain/net/allowed-private.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import type { Pace } from "./channel.ts";
import { type ChatDrafts, chatFields, type ChatKind, chatKinds } from "./chat.ts";
import { conditionFields } from "./condition-fields.ts";
import { type PaceFields, paceFields, paceOfFields } from "./pace-fields.ts";
import type { AlertRule } from "./rule.ts";
import type { ConditionKind } from "./template.ts";

/** A rule in a form. Secrets are not encrypted yet. */
export type RuleDraft = Pick<AlertRule, "name" | "when" | "filter" | "environment"> & {
  mailMembers: boolean;
  mailTo: string[];
  webhookUrl?: string;
  chats: ChatDrafts;
  pace: Pace;
};

export type RuleFormFacts = {
  allowed: AllowedPrivate;
  /** Email addresses of accounts that can read the project. */
  readers: readonly string[];
  /** Chat services with a saved URL. */
  savedChats: readonly ChatKind[];
};

const trimmed = v.pipe(v.optional(v.string(), ""), v.trim());
const checkbox = v.pipe(
  v.optional(v.string(), ""),
  v.transform((value) => value === "yes"),
);
const mostAddresses = 50;

const filterField = v.pipe(
  trimmed,
  v.maxLength(500, "Use at most 500 characters."),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const parsed = parseIssueQuery(dataset.value);
    if ("problem" in parsed) addIssue({ message: parsed.detail });
    else if (/(?:^|\s)-?assigned:me\b/.test(dataset.value))
      addIssue({ message: "Alert rules can't use “me”. Use assigned: with an email address." });
  }),
);

const addressesField = (readers: readonly string[]) =>
  v.pipe(
    trimmed,
    v.transform((text) => [...new Set(text.split(/[\s,;]+/).filter((address) => address !== ""))]),
    v.maxLength(mostAddresses, `Enter at most ${mostAddresses} email addresses.`),
    v.rawCheck(({ dataset, addIssue }) => {
      const known = new Set(readers.map((address) => address.toLowerCase()));
      const stranger =
        dataset.typed && dataset.value.find((address) => !known.has(address.toLowerCase()));
      if (stranger)
        addIssue({
          message: `${stranger.slice(0, 100)} is not the email address of a project member.`,
        });
    }),
  );

/**
 * Parses the form of one kind of rule. Messages are by field; `form` has those of the whole form.
 */
export function readRuleForm(
  kind: ConditionKind,
  form: FormData,
  facts: RuleFormFacts,
): ReadForm<RuleDraft> {
  const values = formValues(form);
  const others = v.object({
    name: nameField,
    filter: filterField,
    environment: trimmed,
    mailMembers: checkbox,
    mailTo: addressesField(facts.readers),
    webhookUrl: trimmed,
    ...paceFields,
  });
  const condition = readForm(conditionFields[kind], withKind(form, kind));
  const rest = readForm(others, form);
  const urlFields = ["webhookUrl", ...chatKinds.map((each) => chatFields(each).url)];
  const urls = Object.assign({}, ...urlFields.map((field) => urlErrors(values, field, facts)));
  const errors = {
    ...(rest.ok ? {} : rest.errors),
    ...(condition.ok ? {} : condition.errors),
    ...urls,
  };
  if (!condition.ok || !rest.ok || Object.keys(urls).length > 0)
    return { ok: false, ...wrongForm(errors, shownValues(form)) };
  const draft = draftOf(condition.fields, rest.fields, chatsOf(values, facts));
  if ("form" in draft) return { ok: false, ...wrongForm(draft, shownValues(form)) };
  return { ok: true, fields: draft };
}

function chatsOf(values: { [field: string]: string }, { savedChats }: RuleFormFacts): ChatDrafts {
  const chats: ChatDrafts = {};
  for (const kind of chatKinds) {
    const fields = chatFields(kind);
    const url = (values[fields.url] ?? "").trim();
    if (url !== "") chats[kind] = { url };
    else if (savedChats.includes(kind) && values[fields.keep] === "yes") chats[kind] = {};
  }
  return chats;
}

type Others = Pick<RuleDraft, "name" | "filter" | "environment" | "mailMembers" | "mailTo"> &
  PaceFields & { webhookUrl: string };

function draftOf(
  when: RuleDraft["when"],
  fields: Others,
  chats: ChatDrafts,
): RuleDraft | { form: string } {
  const { name, filter, environment, mailMembers, mailTo, webhookUrl } = fields;
  const hasChat = Object.keys(chats).length > 0;
  if (!mailMembers && mailTo.length === 0 && webhookUrl === "" && !hasChat)
    return { form: "Select at least one recipient." };
  const pace = paceOfFields(fields);
  if ("wrong" in pace) return { form: pace.wrong };
  return {
    name,
    when,
    filter,
    environment,
    mailMembers,
    mailTo,
    chats,
    pace,
    ...(webhookUrl !== "" && { webhookUrl }),
  };
}

function urlErrors(values: { [field: string]: string }, field: string, { allowed }: RuleFormFacts) {
  const text = (values[field] ?? "").trim();
  const result = v.safeParse(webhookUrlField(allowed), text);
  return text === "" || result.success ? {} : { [field]: result.issues[0].message };
}

function withKind(form: FormData, kind: ConditionKind): FormData {
  const whole = new FormData();
  for (const [field, value] of form) whole.append(field, value);
  whole.set("kind", kind);
  return whole;
}

/** Values for showing the form again. Secrets are left out and must be entered again. */
export const shownValues = (form: FormData): { [field: string]: string } => ({
  ...formValues(form),
  ...Object.fromEntries(chatKinds.map((kind) => [chatFields(kind).url, ""])),
});
