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
 * Where a sign-in has got to. A step that asks for more than a password is one more member of this
 * union.
 */
export type SignInOutcome =
  | { step: "signed-in"; session: NewSession }
  /** A code is asked for: `FactorCommands.completeSignIn`. */
  | { step: "second-factor"; pending: PendingStep }
  | Problem;

/**
 * One sentence for an unknown address, a disabled account and a wrong password: it does not reveal
 * which addresses exist.
 */
const wrong: Problem = {
  problem: "unauthenticated",
  detail: "Wrong email or password.",
};

/** First the password; then whatever else is asked for; then the session. */
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
 * Who it is; "unauthenticated", "limited" after too many failures, "unavailable" when too many ask
 * at once.
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

/** Costs the same whether there is such a user or not. */
async function isRight(password: string, user: PasswordUser | undefined): Promise<boolean> {
  // No password is longer, and hashing a book would take its time.
  const asked = password.slice(0, longestPassword + 1);
  // Who comes in through another service has none.
  const right = await (user?.passwordHash
    ? verifyPassword(asked, user.passwordHash)
    : verifyNothing(asked));
  return right && user?.disabledAt === undefined;
}

/** Afterwards, since only accounts that exist leave an entry: the answer must not wait for it. */
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
