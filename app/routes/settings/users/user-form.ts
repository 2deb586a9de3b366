import * as v from "valibot";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import type { UserId } from "#server/domain/ids.ts";
import type { UserAct } from "#server/commands/users.ts";

type Read = { ok: true; user: UserId; act: UserAct | { kind: "reset-link" } } | ({ ok: false } & WrongForm);

const noSuchAct = "Unknown action.";

const form = v.object({
  user: v.pipe(v.string(noSuchAct), v.regex(/^[1-9]\d{0,14}$/, noSuchAct), v.transform(Number)),
  intent: v.picklist(["make-owner", "make-member", "disable", "enable", "delete", "reset-link"], noSuchAct),
  email: v.optional(v.string(), ""),
  confirm: v.optional(v.string(), ""),
});

/** What an owner does to an account. Deleting asks for its mail address. */
export function readUserAct(fields: FormData): Read {
  const read = readForm(form, fields);
  if (!read.ok) return { ok: false, values: {}, errors: { form: Object.values(read.errors)[0] ?? noSuchAct } };
  const { user, intent, email, confirm } = read.fields;
  if (intent === "delete" && (email === "" || confirm.trim() !== email)) {
    const values = { user: String(user), confirm };
    return { ok: false, values, errors: { confirm: `Enter ${email} to delete this account.` } };
  }
  return { ok: true, user: user as UserId, act: actOf(intent) };
}

function actOf(intent: v.InferOutput<typeof form>["intent"]): UserAct | { kind: "reset-link" } {
  if (intent === "make-owner") return { kind: "role", role: "owner" };
  return intent === "make-member" ? { kind: "role", role: "member" } : { kind: intent };
}
