import * as v from "valibot";
import {
  equalsEmail,
  nameField,
  passwordField,
  passwordIsEmail,
} from "#server/domain/form/fields.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { audit } from "#server/commands/audit.ts";
import type { AccessDeps } from "#server/commands/sign-in/access.ts";
import { parse } from "#server/commands/parse.ts";
import { hashPassword, verifyPassword } from "#server/commands/sign-in/passwords.ts";
import { hashSecret } from "#server/commands/sign-in/secrets.ts";
import { renewSession, sourceOf, type NewSession } from "#server/commands/sign-in/sessions.ts";
import { takeAttempt, throttleKey } from "#server/commands/sign-in/throttle.ts";
import { revokeAllTokens } from "./tokens.ts";

type PasswordChange = {
  present: string;
  password: string;
  endOthers: boolean;
  revokeTokens: boolean;
};

/** Password rules for the account with this email address: "invalid" with the field's message. */
export function checkPassword(password: string, email: string): Problem | undefined {
  const parsed = v.safeParse(passwordField, password);
  const detail = parsed.success
    ? equalsEmail(password, email) && passwordIsEmail
    : parsed.issues[0].message;
  return detail ? { problem: "invalid", detail } : undefined;
}

/**
 * Requires the current password, so that an unattended browser isn't enough to take over the
 * account. "forbidden" if it is wrong, "limited" after too many wrong attempts, "invalid" if the
 * new one is rejected. Always creates a new session.
 */
export async function changePassword(
  deps: AccessDeps,
  user: User,
  form: PasswordChange,
  client: Client,
): Promise<NewSession | Problem> {
  const unfit = checkPassword(form.password, user.email);
  if (unfit) return unfit;
  const source = await sourceOf(deps, client, user);
  const key = throttleKey("password", String(user.id), source.name);
  const passwordHash = await deps.hashing(source, () => replace(deps, user, form, key));
  if (isProblem(passwordHash)) return passwordHash;
  await deps.store.people.setPassword(user.id, passwordHash);
  const session = await renewSession(deps, user, client);
  if (form.endOthers)
    await deps.store.sessions.removeOf(user.id, { allBut: hashSecret(session.token) });
  const asker = { user, address: client.address };
  await audit(deps, asker, { kind: "password-changed", about: user.email });
  if (form.revokeTokens) await revokeAllTokens(deps, user, asker);
  return session;
}

/** Hashes the new password after verifying the current one. */
async function replace(
  deps: AccessDeps,
  user: User,
  form: PasswordChange,
  key: string,
): Promise<string | Problem> {
  const refused = await takeAttempt(deps, key);
  if (refused) return refused;
  const stored = await deps.store.people.byEmail(user.email);
  if (!stored || !(await verifyPassword(form.present, stored.passwordHash)))
    return { problem: "forbidden", detail: "The current password is wrong." };
  await deps.store.throttles.clear(key);
  return hashPassword(form.password);
}

/** "invalid" for an invalid name. */
export async function rename(
  deps: AccessDeps,
  user: User,
  form: { name: string },
  client: Client,
): Promise<Problem | undefined> {
  const fields = parse(v.object({ name: nameField }), form);
  if (isProblem(fields)) return fields;
  if (fields.name === user.name) return undefined;
  await deps.store.people.rename(user.id, fields.name);
  const detail = `${user.name} → ${fields.name}`;
  await audit(
    deps,
    { user, address: client.address },
    { kind: "account-changed", about: user.email, detail },
  );
  return undefined;
}
