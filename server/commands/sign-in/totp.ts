import { randomBytes } from "node:crypto";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import { isRecoveryCode } from "#server/domain/people/recovery-code.ts";
import {
  codeAsTyped,
  stepOfCode,
  totpSecretBytes,
  totpSecretOf,
  totpUri,
} from "#server/domain/people/totp.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { AccessDeps } from "./access.ts";
import { audit } from "#server/commands/audit.ts";
import { mayAddFactor, mayRemoveFactor } from "./factors.ts";
import { makeRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { hashSecret } from "./secrets.ts";
import { proveSelf } from "./self-proof.ts";
import { openSession, type NewSession } from "./sessions.ts";
import { beginStep, readStep } from "#server/commands/steps.ts";
import { takeAttempt, throttleKey } from "./throttle.ts";

/** `token`: passed to `confirmTotp`. The secret is shown only once. */
export type TotpOffer = { token: string; secret: string; uri: string };

type TotpOn = { recoveryCodes: string[]; session: NewSession };

const issuer = "Spoor";

/** A secret is not stored until a first code confirms it. Until then, only the page has it. */
export async function beginTotp(
  deps: AccessDeps,
  user: User,
  { present }: { present: string },
  client: Client,
): Promise<TotpOffer | Problem> {
  const refused =
    (await mayAddFactor(deps, user, client)) ?? (await proveSelf(deps, user, present, client));
  if (refused) return refused;
  if (await deps.store.totp.find(user.id)) return alreadyOn;
  const secret = totpSecretOf(randomBytes(totpSecretBytes));
  const { token } = beginStep(deps, "totp-new", { userId: user.id, secret });
  return { token, secret, uri: totpUri(secret, user.email, issuer) };
}

/** Repeats the offer after a wrong code. Undefined if it has expired. */
export function totpOffer(deps: AccessDeps, user: User, token: string): TotpOffer | undefined {
  const offered = readStep(deps, "totp-new", token);
  if (offered?.userId !== user.id) return undefined;
  return { token, secret: offered.secret, uri: totpUri(offered.secret, user.email, issuer) };
}

/**
 * Confirms the secret with a first code: "invalid" if it is wrong, "conflict" if codes are already
 * enabled or the offer has expired. Ends other sessions.
 */
export async function confirmTotp(
  deps: AccessDeps,
  user: User,
  form: { offer: string; code: string },
  client: Client,
): Promise<TotpOn | Problem> {
  const { store, now } = deps;
  const offer = totpOffer(deps, user, form.offer);
  if (!offer) return tooOld;
  const lastStep = stepOfCode(offer.secret, codeAsTyped(form.code), now());
  if (lastStep === undefined) return wrongCode;
  const recoveryCodes = makeRecoveryCodes();
  const sealed = deps.seal.close(purposeOf(user), offer.secret);
  const totp = { secret: sealed, lastStep, createdAt: now() };
  if ((await store.totp.switchOn(user.id, totp, recoveryCodes.map(recoveryCodeHash))) === "present")
    return alreadyOn;
  // Otherwise, a session with only a password would remain.
  const session = await openSession(deps, user, client, { secondFactor: true });
  await store.sessions.removeOf(user.id, { allBut: hashSecret(session.token) });
  await audit(deps, { user, address: client.address }, { kind: "totp-on", about: user.email });
  return { recoveryCodes, session };
}

/** "invalid" if the code is wrong. Recovery codes are accepted. */
export async function switchOffTotp(
  deps: AccessDeps,
  user: User,
  form: { present: string; code: string },
  client: Client,
): Promise<Problem | undefined> {
  const refused =
    (await mayRemoveFactor(deps, user, "totp")) ??
    (await proveSelf(deps, user, form.present, client));
  if (refused) return refused;
  const key = throttleKey("totp-off", String(user.id));
  const waiting = await takeAttempt(deps, key);
  if (waiting) return waiting;
  if (!(await takeCode(deps, user, form.code, client))) return wrongCode;
  await deps.store.throttles.clear(key);
  await deps.store.totp.switchOff(user.id);
  await audit(deps, { user, address: client.address }, { kind: "totp-off", about: user.email });
  return undefined;
}

/** Whether the code is correct, from the app or a recovery code. Marks it as used. */
export async function takeCode(
  deps: AccessDeps,
  user: User,
  typed: string,
  client: Client,
): Promise<boolean> {
  const code = codeAsTyped(typed);
  if (isRecoveryCode(code)) return takeRecoveryCode(deps, user, code, client);
  const totp = await deps.store.totp.find(user.id);
  const secret = totp && deps.seal.open(purposeOf(user), totp.secret);
  const step = secret === undefined ? undefined : stepOfCode(secret, code, deps.now());
  return step !== undefined && deps.store.totp.takeStep(user.id, step);
}

async function takeRecoveryCode(
  deps: AccessDeps,
  user: User,
  code: string,
  { address }: Client,
): Promise<boolean> {
  const taken = await deps.store.totp.takeRecoveryCode(user.id, recoveryCodeHash(code));
  if (!taken) return false;
  const left = await deps.store.totp.countRecoveryCodes(user.id);
  await audit(
    deps,
    { user, address },
    { kind: "recovery-code-used", about: user.email, detail: `${left} left` },
  );
  return true;
}

/** Moving an encrypted secret to another account's row makes it unreadable. */
const purposeOf = ({ id }: Pick<User, "id">) => `totp ${id}`;

const wrongCode: Problem = {
  problem: "invalid",
  detail: "Wrong or expired code. Enter the code that your app shows now.",
};
const alreadyOn: Problem = { problem: "conflict", detail: "The authenticator app is already on." };
const tooOld: Problem = {
  problem: "conflict",
  detail: "This took more than 10 minutes. Start again.",
};
