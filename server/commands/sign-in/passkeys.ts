import * as v from "valibot";
import { nameField } from "#server/domain/form/fields.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { AccessDeps } from "./access.ts";
import { audit } from "#server/commands/audit.ts";
import { mayAddFactor, mayRemoveFactor } from "./factors.ts";
import { parse } from "#server/commands/parse.ts";
import { placeOf, readNewPasskey } from "./passkey-answers.ts";
import { makeSecret } from "./secrets.ts";
import { proveSelf } from "./self-proof.ts";
import { openSession, type NewSession } from "./sessions.ts";
import { beginStep, takeStep, type PendingStep } from "#server/commands/steps.ts";

export type PasskeyAsked = { publicUrl: string; client: Client };

export type PasskeyAnswered = PasskeyAsked & { pending: string | undefined };

/** `options`: JSON for the browser's `PublicKeyCredential.parse…OptionsFromJSON`. */
export type PasskeyOffer = { options: string; pending: PendingStep };

/** More than a user has devices. */
const mostPasskeys = 20;

/**
 * Options for creating a key pair. Every authenticator supports ES256 or RS256. `publicUrl`
 * determines the passkey's host.
 */
export async function beginPasskey(
  deps: AccessDeps,
  user: User,
  form: { name: string; present: string },
  { publicUrl, client }: PasskeyAsked,
): Promise<PasskeyOffer | Problem> {
  const fields = parse(v.object({ name: nameField }), form);
  if (isProblem(fields)) return fields;
  const refused =
    (await mayAddFactor(deps, user, client)) ?? (await proveSelf(deps, user, form.present, client));
  if (refused) return refused;
  const present = await deps.store.passkeys.list(user.id);
  if (present.length >= mostPasskeys) return tooMany;
  const challenge = makeSecret();
  const options = {
    challenge,
    rp: { id: placeOf(publicUrl).rpId, name: "Spoor" },
    user: { id: userHandle(user), name: user.email, displayName: user.name },
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: present.map(({ credentialId }) => ({
      type: "public-key",
      id: credentialId,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
  const begun = { userId: user.id, name: fields.name, challenge };
  return { options: JSON.stringify(options), pending: beginStep(deps, "passkey-new", begun) };
}

/** Creates a new session: creating a passkey verifies two factors. */
export async function addPasskey(
  deps: AccessDeps,
  user: User,
  answer: string,
  { publicUrl, pending, client }: PasskeyAnswered,
): Promise<NewSession | Problem> {
  const begun = await takeStep(deps, "passkey-new", pending);
  if (begun?.userId !== user.id) return stepIsOver;
  const made = await readNewPasskey(answer, { ...placeOf(publicUrl), challenge: begun.challenge });
  if (isProblem(made)) return made;
  const passkey = { ...made, name: begun.name, userId: user.id, createdAt: deps.now() };
  if ((await deps.store.passkeys.add(passkey)) === "present") return registered;
  await audit(
    deps,
    { user, address: client.address },
    { kind: "passkey-added", about: user.email, detail: begun.name },
  );
  return openSession(deps, user, client, { secondFactor: true });
}

export async function removePasskey(
  deps: AccessDeps,
  user: User,
  { id, present }: { id: number; present: string },
  client: Client,
): Promise<Problem | undefined> {
  const refused =
    (await mayRemoveFactor(deps, user, "passkey")) ??
    (await proveSelf(deps, user, present, client));
  if (refused) return refused;
  const removed = await deps.store.passkeys.remove(user.id, id);
  if (!removed) return { problem: "not-found", detail: "This passkey no longer exists." };
  const { address } = client;
  await audit(
    deps,
    { user, address },
    { kind: "passkey-removed", about: user.email, detail: removed.name },
  );
  return undefined;
}

/** The user handle that an authenticator stores. */
export const userHandle = ({ id }: Pick<User, "id">) =>
  Buffer.from(String(id)).toString("base64url");

export const stepIsOver: Problem = {
  problem: "conflict",
  detail: "This took more than 10 minutes or was started in another browser. Start again.",
};
const registered: Problem = { problem: "conflict", detail: "This passkey is already registered." };
const tooMany: Problem = {
  problem: "conflict",
  detail: `You can have at most ${mostPasskeys} passkeys. Remove one first.`,
};
