import * as v from "valibot";
import { requiredMessage } from "./fields.ts";

/** Data of a returned form: a message per field, and the input. */
export type WrongForm = {
  errors: { [field: string]: string };
  values: { [field: string]: string };
};

export type ReadForm<Output> = { ok: true; fields: Output } | ({ ok: false } & WrongForm);

/** Passwords are never sent back. */
const secretFields = ["password", "present"];

/**
 * Parses a form by its schema. The first message of a field counts; errors of the whole form are in
 * `form`.
 */
export function readForm<Schema extends v.GenericSchema>(
  schema: Schema,
  form: FormData,
): ReadForm<v.InferOutput<Schema>> {
  const values = formValues(form);
  const result = v.safeParse(schema, values);
  if (result.success) return { ok: true, fields: result.output };
  return { ok: false, ...wrongForm(messagesOf(result.issues), values) };
}

/** A form that passed its schema but was refused by a command. */
export function wrongForm(errors: WrongForm["errors"], values: WrongForm["values"]): WrongForm {
  const kept = Object.entries(values).filter(([field]) => !secretFields.includes(field));
  return { errors, values: Object.fromEntries(kept) };
}

/** The text fields of a form, the last of each name; files are omitted. */
export function formValues(form: FormData): { [field: string]: string } {
  const texts = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

function messagesOf(issues: readonly v.BaseIssue<unknown>[]): WrongForm["errors"] {
  const errors: WrongForm["errors"] = {};
  for (const issue of issues) errors[v.getDotPath(issue) ?? "form"] ??= messageOf(issue);
  return errors;
}

/** A missing field is treated like an empty one. */
function messageOf({ kind, type, received, message }: v.BaseIssue<unknown>): string {
  return kind === "schema" && type === "object" && received === "undefined"
    ? requiredMessage
    : message;
}
