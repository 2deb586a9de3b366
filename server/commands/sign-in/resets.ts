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

/** By a link, which takes the place of the present password. */
type PasswordReset = { token: string; password: string; revokeTokens: boolean };

/** A secret for a link, shown once; storage keeps its hash. */
type NewLink = { token: string; email: string; expiresAt: number };

const resetMs = 24 * hourMs;
/**
 * Emails that a stranger can cause in a day for one person. Their owner has as many links that
 * work.
 */
const mailedAtOnce = 5;

type Deps = Pick<AccessDeps, "store" | "now">;

/**
 * Does not reveal which addresses exist, not by its duration either: all that differs happens after
 * the answer. "limited" when this is asked too often for one address from one place.
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
 * For a person who gets no email: the caller, an owner of this instance, passes the link on.
 * Undefined: no such user.
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

/** Undefined: `atMost` of their links work already. */
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

/** Whose password a link is for; undefined when it opens nothing. */
export async function resetFor({ store, now }: Deps, token: string): Promise<User | undefined> {
  const reset = await store.resets.find(hashSecret(token), now());
  const user = reset && (await store.people.byId(reset.userId));
  return user?.disabledAt === undefined ? user : undefined;
}

/**
 * "not-found" when the link was used, by a faster one too; "invalid" when the password does not do.
 * Ends all sessions.
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
