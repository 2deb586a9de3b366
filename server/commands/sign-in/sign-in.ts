import type { Client } from "#server/domain/people/client.ts";
import { longestPassword } from "#server/domain/form/fields.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { PasswordUser } from "#server/storage/people/people-store.ts";
import { audit } from "#server/commands/audit.ts";
import type { AccessDeps } from "./access.ts";
import { hashPassword, isOutdated, verifyNothing, verifyPassword } from "./passwords.ts";
import { afterFirstFactor } from "./second-factor.ts";
import { sourceOf, type NewSession } from "./sessions.ts";
import { addressAttempts, mustWait, takeAttempt, throttleKey } from "./throttle.ts";
import type { PendingStep } from "#server/commands/steps.ts";

/**
 * The state of a sign-in. A step that requires more than a password is another member of this
 * union.
 */
export type SignInOutcome =
  | { step: "signed-in"; session: NewSession }
  /** A code is required: `FactorCommands.completeSignIn`. */
  | { step: "second-factor"; pending: PendingStep }
  | Problem;

/**
 * The same message for an unknown address, a disabled account, and a wrong password, so that it
 * doesn't reveal which addresses exist.
 */
const wrong: Problem = {
  problem: "unauthenticated",
  detail: "Wrong email or password.",
};

/** Checks the password, then further factors, then creates the session. */
export async function signIn(
  deps: AccessDeps,
  form: { email: string; password: string },
  client: Client,
): Promise<SignInOutcome> {
  const user = await provePassword(deps, form, client);
  if (isProblem(user)) return user;
  return afterFirstFactor(deps, user, client);
}

/**
 * Verifies the password. "unauthenticated", "limited" after too many failures, "unavailable" if too
 * many requests wait.
 */
async function provePassword(
  deps: AccessDeps,
  form: { email: string; password: string },
  client: Client,
): Promise<PasswordUser | Problem> {
  const email = form.email.trim().toLowerCase();
  const user = await deps.store.people.byEmail(email);
  const source = await sourceOf(deps, client, user);
  const key = throttleKey("sign-in", email, source.name);
  const address = addressAttempts(deps, source);
  const waiting = (await mustWait(deps, key)) ?? (await address.mustWait());
  if (waiting) return waiting;
  return deps.hashing(source, async () => {
    const refused = (await takeAttempt(deps, key)) ?? (await address.takeAttempt());
    if (refused) return refused;
    if (!(await isRight(form.password, user))) return noteFailure(deps, user, client);
    await deps.store.throttles.clear(key);
    await address.forgive();
    await renewOutdated(deps, user!, form.password);
    return user!;
  });
}

/** Takes the same time whether the user exists or not. */
async function isRight(password: string, user: PasswordUser | undefined): Promise<boolean> {
  // No password is longer. Hashing a very long text would take too much time.
  const asked = password.slice(0, longestPassword + 1);
  // Users who sign in through a provider have none.
  const right = await (user?.passwordHash
    ? verifyPassword(asked, user.passwordHash)
    : verifyNothing(asked));
  return right && user?.disabledAt === undefined;
}

/**
 * Runs after the response, because only existing accounts get an entry: timing must not reveal it.
 */
function noteFailure(
  deps: AccessDeps,
  user: PasswordUser | undefined,
  { address }: Client,
): Problem {
  if (user)
    deps.inBackground(() =>
      audit(deps, { address }, { kind: "sign-in-failed", about: user.email }),
    );
  return wrong;
}

async function renewOutdated(
  { store }: AccessDeps,
  user: PasswordUser,
  password: string,
): Promise<void> {
  if (isOutdated(user.passwordHash))
    await store.people.setPassword(user.id, await hashPassword(password));
}
