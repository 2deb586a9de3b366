import { data } from "react-router";
import { wrongForm, type WrongForm } from "#server/domain/form/read-form.ts";

/**
 * Why nothing was done: a sentence, or what is wrong in a field. `selected`: the issues that stay
 * selected.
 */
export type BulkRefusal = { refused?: string; wrong?: WrongForm; selected: string[] };

export const selectedIn = (form: FormData): string[] =>
  form.getAll("issue").filter((name): name is string => typeof name === "string");

export const refuseBulk = (form: FormData, refused: string) =>
  data<BulkRefusal>({ refused, selected: selectedIn(form) }, { status: 422 });

/** Beside the field, in the menu that had it. Without a selection the menu is not there. */
export function refuseField(form: FormData, field: string, detail: string) {
  const selected = selectedIn(form);
  if (selected.length === 0) return refuseBulk(form, detail);
  const wrong = wrongForm({ [field]: detail }, { [field]: String(form.get(field) ?? "") });
  return data<BulkRefusal>({ wrong, selected }, { status: 422 });
}
