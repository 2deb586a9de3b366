import type { PendingStep } from "#server/factor-services.ts";
import type { Store } from "#server/storage/store.ts";
import type { Seal } from "./seal.ts";
import { hashSecret } from "./secrets.ts";

/**
 * What a browser that has begun something carries until it goes on: sealed, in a cookie, for ten minutes and one use. Only
 * its end is written down, so that whoever begins a thousand sign-ins writes nothing here.
 */
export type StepKind = "second-factor" | "provider" | "passkey-sign-in" | "passkey-new" | "totp-new";

type Parts = { store: Pick<Store, "spent">; seal: Seal; now: () => number };

const stepMs = 10 * 60_000;

export function beginStep(parts: Omit<Parts, "store">, kind: StepKind, data: object): PendingStep {
  const expiresAt = parts.now() + stepMs;
  return { token: parts.seal.close(`step ${kind}`, JSON.stringify({ data, expiresAt })), expiresAt };
}

/** What was begun, to be trusted like anything of our own; undefined when it was something else or is too old. */
export function readStep<Data>({ seal, now }: Omit<Parts, "store">, kind: StepKind, token = ""): Data | undefined {
  const text = seal.open(`step ${kind}`, token);
  if (text === undefined) return undefined;
  const { data, expiresAt } = JSON.parse(text) as { data: Data; expiresAt: number };
  return expiresAt > now() ? data : undefined;
}

/** Ends it: of two who come with the same step one goes on. */
export function spendStep({ store, now }: Pick<Parts, "store" | "now">, token: string): Promise<boolean> {
  return store.spent.spend(hashSecret(token), now() + stepMs);
}

/** Reads and ends it at once, for what may be tried but once. */
export async function takeStep<Data>(parts: Parts, kind: StepKind, token = ""): Promise<Data | undefined> {
  const data = readStep<Data>(parts, kind, token);
  return data && (await spendStep(parts, token)) ? data : undefined;
}
