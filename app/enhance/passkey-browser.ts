import { useHydrating } from "./hydrated.ts";

/**
 * The browser's part of passkeys. Options and answers are JSON in the standard's own form (WebAuthn
 * Level 3): nothing is packed or unpacked here, and nothing is loaded for it.
 */

/** True where scripts run and the browser can: there is no use for a button otherwise. */
export function useCanPasskey(): boolean {
  const isHydrating = useHydrating();
  return !isHydrating && canPasskey();
}

/** Not on an address of digits: passkeys belong to names. */
function canPasskey(): boolean {
  const known = typeof PublicKeyCredential === "undefined" ? undefined : PublicKeyCredential;
  return (
    known !== undefined &&
    "parseRequestOptionsFromJSON" in known &&
    !/^[\d.]+$|:/.test(location.hostname)
  );
}

/**
 * What to send as the answer; undefined when the person stopped, or the authenticator has nothing
 * to offer.
 */
export async function createPasskey(options: string): Promise<string | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(navigator.credentials.create({ publicKey }));
}

export async function askPasskey(options: string): Promise<string | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(navigator.credentials.get({ publicKey }));
}

async function answerOf(asked: Promise<Credential | null>): Promise<string | undefined> {
  const credential = await asked.catch(() => null);
  return credential ? JSON.stringify(credential) : undefined;
}
