import { addressBlock } from "#server/domain/people/address-block.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Passkey } from "#server/storage/people/factor-store.ts";
import type { AccessDeps } from "./access.ts";
import { audit } from "#server/commands/audit.ts";
import {
  checkSignature,
  type PasskeyAnswer,
  placeOf,
  readPasskeyAnswer,
} from "./passkey-answers.ts";
import {
  stepIsOver,
  userHandle,
  type PasskeyAnswered,
  type PasskeyAsked,
  type PasskeyOffer,
} from "./passkeys.ts";
import { makeSecret } from "./secrets.ts";
import { noteSignIn } from "./second-factor.ts";
import { beginStep, takeStep } from "#server/commands/steps.ts";
import { takeAttempt, throttleKey } from "./throttle.ts";
import type { NewSession } from "./sessions.ts";

/** The browser asks which passkey to use: no name is entered or revealed. */
export function beginPasskeySignIn(deps: AccessDeps, { publicUrl }: PasskeyAsked): PasskeyOffer {
  const challenge = makeSecret();
  const options = {
    challenge,
    rpId: placeOf(publicUrl).rpId,
    allowCredentials: [],
    userVerification: "required",
  };
  return {
    options: JSON.stringify(options),
    pending: beginStep(deps, "passkey-sign-in", { challenge }),
  };
}

/** A verified passkey counts as two factors. All failures return the same message. */
export async function completePasskeySignIn(
  deps: AccessDeps,
  text: string,
  { publicUrl, pending, client }: PasskeyAnswered,
): Promise<NewSession | Problem> {
  const begun = await takeStep(deps, "passkey-sign-in", pending);
  if (!begun) return stepIsOver;
  const key = throttleKey("passkey", addressBlock(client.address));
  const refused = await takeAttempt(deps, key);
  if (refused) return refused;
  const answer = readPasskeyAnswer(text);
  const passkey = answer && (await deps.store.passkeys.find(answer.id));
  if (!answer || !passkey) return unknown;
  const user = await deps.store.people.byId(passkey.userId);
  const counter = await checkSignature(answer, passkey, {
    ...placeOf(publicUrl),
    challenge: begun.challenge,
  });
  if (
    !user ||
    user.disabledAt !== undefined ||
    counter === undefined ||
    isAnothers(answer, passkey)
  )
    return unknown;
  if (!(await deps.store.passkeys.use(passkey.id, { counter, at: deps.now() })))
    return noteCopy(deps, user.email, client);
  await deps.store.throttles.clear(key);
  return noteSignIn(deps, user, client, {
    secondFactor: true,
    by: `with the passkey ${passkey.name}`,
  });
}

/** The authenticator claims another user's handle. */
const isAnothers = ({ response: { userHandle: said } }: PasskeyAnswer, { userId }: Passkey) =>
  said !== undefined && said.replace(/=+$/, "") !== userHandle({ id: userId });

function noteCopy(deps: AccessDeps, email: string, { address }: Client): Problem {
  const detail = "passkey counter decreased: it may have been copied";
  deps.inBackground(() =>
    audit(deps, { address }, { kind: "sign-in-failed", about: email, detail }),
  );
  return unknown;
}

const unknown: Problem = {
  problem: "unauthenticated",
  detail: "No account here has this passkey. Sign in with your password.",
};
