import type { ProviderChecks } from "#server/oidc/provider.ts";
import type { Store } from "#server/storage/store.ts";
import type { Seal } from "./sign-in/seal.ts";
import { hashSecret } from "./sign-in/secrets.ts";

/** What goes into the cookie `spoor_step` until the next step. */
export type PendingStep = { token: string; expiresAt: number };

/**
 * What a browser that has begun something carries until it continues: sealed, in a cookie, for ten
 * minutes and one use. Only its end is written down, so that anyone who begins a thousand sign-ins
 * writes nothing here.
 */
type Steps = {
  /**
   * `password`: of the stored hash, so that a change of the password ends what was begun with the
   * old one.
   */
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

/**
 * What was begun, to be trusted like anything of our own; undefined when it was something else or
 * is too old.
 */
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

/** Ends it: of two who come with the same step one continues. */
export function markStepUsed(
  { store, now }: Pick<Deps, "store" | "now">,
  token: string,
): Promise<boolean> {
  return store.usedTokens.markUsed(hashSecret(token), now() + stepMs);
}

/** Reads and ends it at once, for what may be tried but once. */
export async function takeStep<Kind extends StepKind>(
  deps: Deps,
  kind: Kind,
  token = "",
): Promise<Steps[Kind] | undefined> {
  const data = readStep(deps, kind, token);
  return data && (await markStepUsed(deps, token)) ? data : undefined;
}
