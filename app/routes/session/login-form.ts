import * as v from "valibot";
import { fillThisIn } from "#server/domain/form/fields.ts";

/** Only that something was typed: the field rules of SPEC section 5 are for new passwords. */
export const loginForm = v.object({
  email: v.pipe(v.string(fillThisIn), v.trim(), v.minLength(1, fillThisIn)),
  password: v.pipe(v.string(fillThisIn), v.minLength(1, fillThisIn)),
});
