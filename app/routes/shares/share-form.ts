import * as v from "valibot";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";

/** Choices of days until a link expires. */
export const lifetimes = { "7": "7 days", "30": "30 days", "90": "90 days", "": "Never" };

const fields = v.object({
  days: v.optional(v.picklist(Object.keys(lifetimes), "Select an option."), "30"),
});

export function readShareForm(
  form: FormData,
): { ok: true; days?: number } | ({ ok: false } & WrongForm) {
  const read = readForm(fields, form);
  if (!read.ok) return read;
  const { days } = read.fields;
  return { ok: true, ...(days !== "" && { days: Number(days) }) };
}
