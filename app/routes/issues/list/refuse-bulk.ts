import { data } from "react-router";
import { wrongForm, type WrongForm } from "#server/domain/form/read-form.ts";

/** Why nothing was done: a message, or a field error. `selected`: the issues that stay selected. */
export type BulkRefusal = { refused?: string; wrong?: WrongForm; selected: string[] };

export const selectedIn = (form: FormData): string[] =>
  form.getAll("issue").filter((name): name is string => typeof name === "string");

export const refuseBulk = (form: FormData, refused: string) =>
  data<BulkRefusal>({ refused, selected: selectedIn(form) }, { status: 422 });

/** At the field, in its menu. Without a selection, the menu is not shown. */
export function refuseField(form: FormData, field: string, detail: string) {
  const selected = selectedIn(form);
  if (selected.length === 0) return refuseBulk(form, detail);
  const wrong = wrongForm({ [field]: detail }, { [field]: String(form.get(field) ?? "") });
  return data<BulkRefusal>({ wrong, selected }, { status: 422 });
}
