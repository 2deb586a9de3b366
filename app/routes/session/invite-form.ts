import * as v from "valibot";
import {
  isMailAddress,
  nameField,
  passwordField,
  passwordIsMailAddress,
} from "#server/domain/form/fields.ts";

/** Who accepts an invitation to this address as a new account. */
export function inviteForm(email: string) {
  const password = v.pipe(
    passwordField,
    v.check((text) => !isMailAddress(text, email), passwordIsMailAddress),
  );
  return v.object({ name: nameField, password });
}
