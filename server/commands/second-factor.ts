import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { PasswordUser } from "#server/storage/people/people-store.ts";
import type { AccessParts } from "./access.ts";
import { audit } from "./audit.ts";
import { areTwoRequired } from "./factors.ts";
import type { Source } from "./hashing-lane.ts";
import { hashSecret } from "./secrets.ts";
import { openSession, sourceOf, type NewSession } from "./sessions.ts";
import { beginStep, readStep, markStepUsed } from "./steps.ts";
import { addressAttempts, takeAttempt, throttleKey } from "./throttle.ts";
import { takeCode } from "./totp.ts";
import type { SignInOutcome } from "./sign-in.ts";

/**
 * What a first proof of who it is leads to: a session, or the question for a second one. `passkeyCounts`: a passkey is asked for
 * even where this instance does not require two factors.
 */
export async function afterFirstFactor(
  parts: AccessParts,
  user: PasswordUser,
  client: Client,
  { passkeyCounts = false }: { passkeyCounts?: boolean } = {},
): Promise<SignInOutcome> {
  const { store } = parts;
  if (await store.totp.find(user.id)) {
    const begun = { userId: user.id, password: hashSecret(user.passwordHash) };
    return { step: "second-factor", pending: beginStep(parts, "second-factor", begun) };
  }
  const asksForPasskey = passkeyCounts || (await areTwoRequired(store));
  if (asksForPasskey && (await store.passkeys.list(user.id)).length > 0) return byPasskeyAlone;
  return { step: "signed-in", session: await noteSignIn(parts, user, client) };
}

/** The second step of a sign-in. "conflict" when the first one is too old; "unauthenticated" when the code is wrong. */
export async function completeSignIn(
  parts: AccessParts,
  pending: string | undefined,
  { code }: { code: string },
  client: Client,
): Promise<NewSession | Problem> {
  const user = await begunBy(parts, pending);
  if (!pending || !user) return tooOld;
  const source = await sourceOf(parts, client, user);
  const key = attemptsOf(user, source);
  const address = addressAttempts(parts, source);
  const refused = (await takeAttempt(parts, key)) ?? (await address.takeAttempt());
  if (refused) return refused;
  if (!(await takeCode(parts, user, code, client))) return noteFailure(parts, user, client);
  if (!(await markStepUsed(parts, pending))) return tooOld;
  await parts.store.throttles.clear(key);
  await address.forgive();
  return noteSignIn(parts, user, client, { secondFactor: true });
}

async function begunBy(parts: AccessParts, pending: string | undefined): Promise<PasswordUser | undefined> {
  const begun = readStep(parts, "second-factor", pending);
  const known = begun && (await parts.store.people.byId(begun.userId as User["id"]));
  const user = known && (await parts.store.people.byEmail(known.email));
  return user && user.disabledAt === undefined && hashSecret(user.passwordHash) === begun?.password ? user : undefined;
}

/**
 * Six digits can be tried out from many addresses, so strangers share one count for an account; to get here takes its password.
 * Browsers in which its user has signed in before have a count of their own, and are never kept out by strangers.
 */
function attemptsOf(user: User, source: Source): string {
  return throttleKey("second-factor", String(user.id), ...(source.known ? [source.name] : []));
}

function noteFailure(parts: AccessParts, { email }: User, { address }: Client): Problem {
  const detail = "by a wrong code";
  parts.inBackground(() => audit(parts, { address }, { kind: "sign-in-failed", about: email, detail }));
  return { problem: "unauthenticated", detail: "Wrong or expired code." };
}

/** A session, and a line in the audit log. */
export async function noteSignIn(
  parts: AccessParts,
  user: User,
  client: Client,
  proved: { secondFactor?: boolean; by?: string } = {},
): Promise<NewSession> {
  const { address } = client;
  const detail = proved.by === undefined ? {} : { detail: proved.by };
  await audit(parts, { user, address }, { kind: "sign-in", ...detail });
  return openSession(parts, user, client, proved);
}

const tooOld: Problem = {
  problem: "conflict",
  detail: "This sign-in took more than 10 minutes or was already completed. Sign in again.",
};
const byPasskeyAlone: Problem = {
  problem: "forbidden",
  detail: "This instance requires 2FA. Sign in with your passkey. If you lost it, ask an owner.",
};
