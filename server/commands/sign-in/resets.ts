import { hourMs } from "#server/domain/time.ts";
import type { UserId } from "#server/domain/ids.ts";
import { addressRule } from "#server/domain/people/throttle.ts";
import { addressBlock } from "#server/domain/people/address-block.ts";
import type { Asker } from "#server/domain/people/audit.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { audit } from "#server/commands/audit.ts";
import type { AccessDeps } from "./access.ts";
import { resetMail } from "./mails.ts";
import { checkPassword } from "#server/commands/people/own-account.ts";
import { hashPassword } from "./passwords.ts";
import { hashSecret, makeSecret } from "./secrets.ts";
import { sourceOf } from "./sessions.ts";
import { revokeAllTokens } from "#server/commands/people/tokens.ts";
import { refuseToken, takeAttempt, throttleKey } from "./throttle.ts";

/** A reset link, which replaces the current password. */
type PasswordReset = { token: string; password: string; revokeTokens: boolean };

/** A secret for a link, shown only once. Its hash is stored. */
type NewLink = { token: string; email: string; expiresAt: number };

const resetMs = 24 * hourMs;
/**
 * Reset emails that a stranger can trigger per account and day. The owner has at most this many
 * valid links.
 */
const mailedAtOnce = 5;

type Deps = Pick<AccessDeps, "store" | "now">;

/**
 * Doesn't reveal which addresses exist, even by timing: all differences occur after the response.
 * "limited" for too many requests for one address from one source.
 */
export async function requestReset(
  deps: AccessDeps,
  form: { email: string },
  client: Client,
  mailUrl: string,
): Promise<Problem | undefined> {
  const email = form.email.trim().toLowerCase();
  const place = addressBlock(client.address);
  const refused =
    (await takeAttempt(deps, throttleKey("reset", email, place))) ??
    (await takeAttempt(deps, throttleKey("resets", place), addressRule));
  if (refused) return refused;
  deps.inBackground(() => mailReset(deps, email, client, mailUrl));
  return undefined;
}

async function mailReset(
  deps: AccessDeps,
  email: string,
  client: Client,
  mailUrl: string,
): Promise<void> {
  const { store, mailer } = deps;
  const user = await store.people.byEmail(email);
  if (!user || user.disabledAt !== undefined) return;
  const link = await newReset(deps, user, mailedAtOnce);
  if (!link) return;
  await audit(deps, { address: client.address }, { kind: "reset-asked", about: user.email });
  await mailer.sendMail(resetMail(user, `${mailUrl}/reset/${link.token}`));
}

/**
 * For users without email: an owner of this instance passes the link on. Undefined: no such user.
 */
export async function makeResetLink(
  deps: Deps,
  userId: UserId,
  asker: Asker,
): Promise<NewLink | undefined> {
  const user = await deps.store.people.byId(userId);
  if (!user) return undefined;
  const link = await newReset(deps, user);
  if (link) await audit(deps, asker, { kind: "reset-asked", about: user.email });
  return link;
}

/** Undefined if `atMost` links are already valid. */
async function newReset(
  { store, now }: Deps,
  user: User,
  atMost?: number,
): Promise<NewLink | undefined> {
  const token = makeSecret();
  const createdAt = now();
  const expiresAt = createdAt + resetMs;
  const reset = { tokenHash: hashSecret(token), userId: user.id, createdAt, expiresAt };
  return (await store.resets.create(reset, atMost))
    ? { token, email: user.email, expiresAt }
    : undefined;
}

/** The user of a link; undefined for an invalid link. */
export async function resetFor({ store, now }: Deps, token: string): Promise<User | undefined> {
  const reset = await store.resets.find(hashSecret(token), now());
  const user = reset && (await store.people.byId(reset.userId));
  return user?.disabledAt === undefined ? user : undefined;
}

/**
 * "not-found" if the link was used, also by a concurrent request; "invalid" if the password is
 * rejected. Ends all sessions.
 */
export async function resetPassword(
  deps: AccessDeps,
  form: PasswordReset,
  client: Client,
): Promise<Problem | undefined> {
  const user = await resetFor(deps, form.token);
  if (!user) return refuseToken(deps, client);
  const unfit = checkPassword(form.password, user.email);
  if (unfit) return unfit;
  const source = await sourceOf(deps, client, user);
  const passwordHash = await deps.hashing(source, () => hashPassword(form.password));
  if (isProblem(passwordHash)) return passwordHash;
  if ((await deps.store.resets.use(hashSecret(form.token), passwordHash, deps.now())) === "gone")
    return usedUp;
  const asker = { address: client.address };
  await audit(deps, asker, { kind: "password-changed", about: user.email, detail: "by a link" });
  if (form.revokeTokens) await revokeAllTokens(deps, user, asker);
  return undefined;
}

const usedUp: Problem = {
  problem: "not-found",
  detail: "This link was already used or has expired.",
};
