import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { AccessDeps } from "./access.ts";
import { verifyPassword } from "./passwords.ts";
import { hashSecret } from "./secrets.ts";
import { sourceOf } from "./sessions.ts";
import { takeAttempt, throttleKey } from "./throttle.ts";

/** Maximum age of a sign-in that replaces password confirmation for accounts without a password. */
const freshMs = 10 * 60_000;

/**
 * Confirms that the user is present: by the current password ("forbidden" if wrong, "limited" after
 * too many attempts) or, for accounts without one, by a recent sign-in.
 */
export async function proveSelf(
  deps: AccessDeps,
  user: User,
  present: string,
  client: Client,
): Promise<Problem | undefined> {
  const stored = await deps.store.people.byEmail(user.email);
  if (!stored?.passwordHash) return (await isFresh(deps, client)) ? undefined : signInAnew;
  const source = await sourceOf(deps, client, user);
  const key = throttleKey("password", String(user.id), source.name);
  return deps.hashing(source, async () => {
    const refused = await takeAttempt(deps, key);
    if (refused) return refused;
    if (!(await verifyPassword(present, stored.passwordHash))) return wrongPassword;
    await deps.store.throttles.clear(key);
    return undefined;
  });
}

async function isFresh({ store, now }: AccessDeps, { sessionToken }: Client): Promise<boolean> {
  const session =
    sessionToken === undefined
      ? undefined
      : await store.sessions.find(hashSecret(sessionToken), now());
  return session !== undefined && now() - session.createdAt < freshMs;
}

const wrongPassword: Problem = { problem: "forbidden", detail: "The current password is wrong." };
const signInAnew: Problem = {
  problem: "forbidden",
  detail: "You signed in more than 10 minutes ago. Sign out, then sign in again.",
};
