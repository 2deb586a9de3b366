import type { ProviderChecks } from "#server/oidc/provider.ts";
import type { Store } from "#server/storage/store.ts";
import type { Seal } from "./sign-in/seal.ts";
import { hashSecret } from "./sign-in/secrets.ts";

/** Stored in the cookie `spoor_step` until the next step. */
export type PendingStep = { token: string; expiresAt: number };

/**
 * State of a multi-step process, sealed in a cookie for ten minutes and one use. Only its
 * completion is stored, so starting a thousand sign-ins writes nothing.
 */
type Steps = {
  /** `password`: prefix of the stored hash, so that a password change ends pending sign-ins. */
  "second-factor": { userId: number; password: string };
  provider: { checks: ProviderChecks; next: string };
  "passkey-sign-in": { challenge: string };
  "passkey-new": { userId: number; name: string; challenge: string };
  "totp-new": { userId: number; secret: string };
};
type StepKind = keyof Steps;

type Deps = { store: Pick<Store, "usedTokens">; seal: Seal; now: () => number };

const stepMs = 10 * 60_000;

export function beginStep<Kind extends StepKind>(
  deps: Omit<Deps, "store">,
  kind: Kind,
  data: Steps[Kind],
): PendingStep {
  const expiresAt = deps.now() + stepMs;
  return { token: deps.seal.close(`step ${kind}`, JSON.stringify({ data, expiresAt })), expiresAt };
}

/** The verified state; undefined if it is of another kind or has expired. */
export function readStep<Kind extends StepKind>(
  { seal, now }: Omit<Deps, "store">,
  kind: Kind,
  token = "",
): Steps[Kind] | undefined {
  const text = seal.open(`step ${kind}`, token);
  if (text === undefined) return undefined;
  const { data, expiresAt } = JSON.parse(text) as { data: Steps[Kind]; expiresAt: number };
  return expiresAt > now() ? data : undefined;
}

/** Ends the step: of two concurrent requests with the same step, only one continues. */
export function markStepUsed(
  { store, now }: Pick<Deps, "store" | "now">,
  token: string,
): Promise<boolean> {
  return store.usedTokens.markUsed(hashSecret(token), now() + stepMs);
}

/** Reads and ends a step that may be tried only once. */
export async function takeStep<Kind extends StepKind>(
  deps: Deps,
  kind: Kind,
  token = "",
): Promise<Steps[Kind] | undefined> {
  const data = readStep(deps, kind, token);
  return data && (await markStepUsed(deps, token)) ? data : undefined;
}
