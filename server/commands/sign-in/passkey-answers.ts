import { server } from "@passwordless-id/webauthn";
import * as v from "valibot";
import type { Problem } from "#server/domain/problem.ts";
import type { NewPasskey, Passkey, PasskeyAlgorithm } from "#server/storage/people/factor-store.ts";
import { paddedSignature } from "./padded-signature.ts";

/**
 * Parses and verifies browser responses for creating and using passkeys (WebAuthn Level 3,
 * `toJSON`).
 */
type Expected = { origin: string; rpId: string; challenge: string };

/** Passkeys belong to a host name, independent of port and path. */
export function placeOf(publicUrl: string): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, rpId: hostname };
}

const longestAnswer = 20_000;
const base64url = v.pipe(v.string(), v.regex(/^[\w-]+={0,2}$/));
const credentialId = v.pipe(base64url, v.maxLength(1400));

const newSchema = v.object({
  id: credentialId,
  type: v.literal("public-key"),
  response: v.object({
    authenticatorData: base64url,
    clientDataJSON: base64url,
    publicKey: base64url,
    publicKeyAlgorithm: v.number(),
  }),
});

const answerSchema = v.object({
  id: credentialId,
  type: v.literal("public-key"),
  response: v.object({
    authenticatorData: base64url,
    clientDataJSON: base64url,
    signature: base64url,
    userHandle: v.nullish(base64url),
  }),
});

export type PasskeyAnswer = {
  id: string;
  response: {
    authenticatorData: string;
    clientDataJSON: string;
    signature: string;
    userHandle?: string;
  };
};

const algorithms: { [coseNumber: number]: PasskeyAlgorithm } = { [-7]: "ES256", [-257]: "RS256" };

/** A new passkey. No attestation is required: users register for themselves. */
export async function readNewPasskey(
  text: string,
  expected: Expected,
): Promise<Pick<NewPasskey, "credentialId" | "publicKey" | "algorithm" | "counter"> | Problem> {
  const answer = v.safeParse(newSchema, jsonOf(text));
  const algorithm = answer.success
    ? algorithms[answer.output.response.publicKeyAlgorithm]
    : undefined;
  if (!answer.success || !algorithm) return unusable;
  const { id, response } = answer.output;
  try {
    const registration = answer.output as unknown as Parameters<
      typeof server.verifyRegistration
    >[0];
    const { authenticator } = await server.verifyRegistration(registration, {
      ...asked(expected),
      userVerified: true,
    });
    await server.parseCryptoKey(algorithm, response.publicKey);
    return {
      credentialId: id,
      publicKey: response.publicKey,
      algorithm,
      counter: authenticator.counter,
    };
  } catch {
    return unusable;
  }
}

export function readPasskeyAnswer(text: string): PasskeyAnswer | undefined {
  const answer = v.safeParse(answerSchema, jsonOf(text));
  if (!answer.success) return undefined;
  const { id, response } = answer.output;
  const { userHandle, ...rest } = response;
  return { id, response: { ...rest, ...(userHandle && { userHandle }) } };
}

/**
 * The counter after this use; undefined if the signature, host, challenge, or user verification is
 * wrong.
 */
export async function checkSignature(
  answer: PasskeyAnswer,
  { credentialId: id, publicKey, algorithm }: Passkey,
  expected: Expected,
): Promise<number | undefined> {
  try {
    const { signature } = answer.response;
    const padded = algorithm === "ES256" ? paddedSignature(signature) : signature;
    const authentication = { ...answer, response: { ...answer.response, signature: padded } };
    const checked = await server.verifyAuthentication(
      authentication as unknown as Parameters<typeof server.verifyAuthentication>[0],
      { id, publicKey, algorithm, transports: [] },
      // The counter is compared when written (`PasskeyStore.use`), so that concurrent uses are
      // detected.
      { ...asked(expected), userVerified: true },
    );
    return checked.counter;
  } catch {
    return undefined;
  }
}

const asked = ({ origin, rpId, challenge }: Expected) => ({ origin, domain: rpId, challenge });

function jsonOf(text: string): unknown {
  try {
    return text.length > longestAnswer ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unusable: Problem = {
  problem: "invalid",
  detail: "This passkey can't be used here. Try another browser or device.",
};
