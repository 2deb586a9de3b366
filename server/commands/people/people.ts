import * as v from "valibot";
import {
  emailField,
  equalsEmail,
  nameField,
  passwordField,
  passwordIsEmail,
} from "#server/domain/form/fields.ts";
import type { User } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { NewUser } from "#server/storage/people/people-store.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "#server/commands/audit.ts";
import { parse } from "#server/commands/parse.ts";
import { hashPassword } from "#server/commands/sign-in/passwords.ts";

type Deps = { store: Store; now: () => number };

const userSchema = v.pipe(
  v.object({ email: emailField, name: nameField, password: passwordField }),
  v.forward(
    v.check((form) => !equalsEmail(form.password, form.email), passwordIsEmail),
    ["password"],
  ),
);

export type UserForm = { email: string; name: string; password: string };

/** Problem "invalid" with each wrong field. */
export function wrongUser(form: UserForm): Problem | undefined {
  const fields = parse(userSchema, form);
  return isProblem(fields) ? fields : undefined;
}

/** "conflict" if the email address has an account, "invalid" if a field is wrong. */
export async function makeUser(
  deps: Deps,
  form: UserForm & { owner: boolean },
): Promise<User | Problem> {
  const user = await newUser({ ...form, role: form.owner ? "owner" : "member" }, deps.now());
  if (isProblem(user)) return user;
  const made = await deps.store.people.create(user);
  if (made === "taken")
    return { problem: "conflict", detail: `A user with the email ${user.email} already exists.` };
  await audit(deps, {}, { kind: "user-made", about: made.email, detail: made.role });
  return made;
}

export async function newUser(
  form: UserForm & { role: NewUser["role"] },
  createdAt: number,
): Promise<NewUser | Problem> {
  const fields = parse(userSchema, form);
  if (isProblem(fields)) return fields;
  const { email, name, password } = fields;
  return { email, name, role: form.role, passwordHash: await hashPassword(password), createdAt };
}
