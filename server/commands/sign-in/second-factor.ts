import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { PasswordUser } from "#server/storage/people/people-store.ts";
import type { AccessDeps } from "./access.ts";
import { audit } from "#server/commands/audit.ts";
import { isTwoFactorRequired } from "./factors.ts";
import type { Source } from "./hashing-lane.ts";
import { hashSecret } from "./secrets.ts";
import { openSession, sourceOf, type NewSession } from "./sessions.ts";
import { beginStep, readStep, markStepUsed } from "#server/commands/steps.ts";
import { addressAttempts, takeAttempt, throttleKey } from "./throttle.ts";
import { takeCode } from "./totp.ts";
import type { SignInOutcome } from "./sign-in.ts";

/**
 * Continues after the first factor: with a session or a second factor. `passkeyCounts`: a passkey
 * is accepted as a second factor even if the instance doesn't require two factors.
 */
export async function afterFirstFactor(
  deps: AccessDeps,
  user: PasswordUser,
  client: Client,
  { passkeyCounts = false }: { passkeyCounts?: boolean } = {},
): Promise<SignInOutcome> {
  const { store } = deps;
  if (await store.totp.find(user.id)) {
    const begun = { userId: user.id, password: hashSecret(user.passwordHash) };
    return { step: "second-factor", pending: beginStep(deps, "second-factor", begun) };
  }
  const asksForPasskey = passkeyCounts || (await isTwoFactorRequired(store));
  if (asksForPasskey && (await store.passkeys.list(user.id)).length > 0) return byPasskeyAlone;
  return { step: "signed-in", session: await noteSignIn(deps, user, client) };
}

/**
 * The second step of a sign-in. "conflict" if the first one is too old; "unauthenticated" if the
 * code is wrong.
 */
export async function completeSignIn(
  deps: AccessDeps,
  pending: string | undefined,
  { code }: { code: string },
  client: Client,
): Promise<NewSession | Problem> {
  const user = await begunBy(deps, pending);
  if (!pending || !user) return tooOld;
  const source = await sourceOf(deps, client, user);
  const key = attemptsOf(user, source);
  const address = addressAttempts(deps, source);
  const refused = (await takeAttempt(deps, key)) ?? (await address.takeAttempt());
  if (refused) return refused;
  if (!(await takeCode(deps, user, code, client))) return noteFailure(deps, user, client);
  if (!(await markStepUsed(deps, pending))) return tooOld;
  await deps.store.throttles.clear(key);
  await address.forgive();
  return noteSignIn(deps, user, client, { secondFactor: true });
}

async function begunBy(
  deps: AccessDeps,
  pending: string | undefined,
): Promise<PasswordUser | undefined> {
  const begun = readStep(deps, "second-factor", pending);
  const known = begun && (await deps.store.people.byId(begun.userId as User["id"]));
  const user = known && (await deps.store.people.byEmail(known.email));
  return user && user.disabledAt === undefined && hashSecret(user.passwordHash) === begun?.password
    ? user
    : undefined;
}

/**
 * Six digits could be guessed from many addresses, so all unknown devices share one counter per
 * account. Reaching this step requires the password. Known devices have separate counters, so
 * strangers can't lock them out.
 */
function attemptsOf(user: User, source: Source): string {
  return throttleKey("second-factor", String(user.id), ...(source.known ? [source.name] : []));
}

function noteFailure(deps: AccessDeps, { email }: User, { address }: Client): Problem {
  const detail = "by a wrong code";
  deps.inBackground(() =>
    audit(deps, { address }, { kind: "sign-in-failed", about: email, detail }),
  );
  return { problem: "unauthenticated", detail: "Wrong or expired code." };
}

/** Creates a session and records the sign-in in the audit log. */
export async function noteSignIn(
  deps: AccessDeps,
  user: User,
  client: Client,
  proved: { secondFactor?: boolean; by?: string } = {},
): Promise<NewSession> {
  const { address } = client;
  const detail = proved.by === undefined ? {} : { detail: proved.by };
  await audit(deps, { user, address }, { kind: "sign-in", ...detail });
  return openSession(deps, user, client, proved);
}

const tooOld: Problem = {
  problem: "conflict",
  detail: "This sign-in took more than 10 minutes or was already completed. Sign in again.",
};
const byPasskeyAlone: Problem = {
  problem: "forbidden",
  detail: "This instance requires 2FA. Sign in with your passkey. If you lost it, ask an owner.",
};
