import * as v from "valibot";
import { nameField } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { type Scope, scopes } from "#server/domain/people/person.ts";
import type { TokenForm } from "#server/commands/people/tokens.ts";

/** Choices of days until a token expires. */
export const lifetimes = { "30": "30 days", "90": "90 days", "365": "1 year", "": "Never" };

const chooseOne = "Select at least one.";

const fields = v.object({
  label: nameField,
  days: v.optional(v.picklist(Object.keys(lifetimes), "Select an option."), ""),
});

/** The selected checkboxes. */
export function scopesOf(form: FormData): Scope[] {
  return scopes.filter((scope) => form.getAll("scopes").includes(scope));
}

export function readTokenForm(
  form: FormData,
): { ok: true; fields: TokenForm } | ({ ok: false } & WrongForm) {
  const read = readForm(fields, form);
  const selected = scopesOf(form);
  if (!read.ok)
    return selected.length > 0 ? read : { ...read, errors: { ...read.errors, scopes: chooseOne } };
  const { label, days } = read.fields;
  if (selected.length === 0)
    return { ok: false, errors: { scopes: chooseOne }, values: { label, days } };
  return {
    ok: true,
    fields: { label, scopes: selected, ...(days !== "" && { days: Number(days) }) },
  };
}
