import { useHydrating } from "./hydrated.ts";

/**
 * Passkeys in the browser. Options and responses are JSON in the standard's own form (WebAuthn
 * Level 3), so no encoding library is needed.
 */

/** True if scripts run and the browser supports passkeys; otherwise, a button would be useless. */
export function useCanPasskey(): boolean {
  const isHydrating = useHydrating();
  return !isHydrating && canPasskey();
}

/** Not on an IP address: passkeys require a domain name. */
function canPasskey(): boolean {
  const known = typeof PublicKeyCredential === "undefined" ? undefined : PublicKeyCredential;
  return (
    known !== undefined &&
    "parseRequestOptionsFromJSON" in known &&
    !/^[\d.]+$|:/.test(location.hostname)
  );
}

/** The response to send; undefined if the user canceled, or the authenticator has no passkey. */
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
