import * as v from "valibot";
import {
  emailField,
  isMailAddress,
  nameField,
  passwordField,
  passwordIsMailAddress,
  platformField,
  slugField,
} from "#server/domain/form/fields.ts";

/** The owner and the first project. */
export const setUpForm = v.pipe(
  v.object({
    token: v.optional(v.string(), ""),
    email: emailField,
    name: nameField,
    password: passwordField,
    projectName: nameField,
    projectSlug: slugField,
    platform: v.optional(platformField, "other"),
    sample: v.optional(v.string(), ""),
  }),
  v.forward(
    v.partialCheck(
      [["email"], ["password"]],
      ({ email, password }) => !isMailAddress(password, email),
      passwordIsMailAddress,
    ),
    ["password"],
  ),
);
