import {
  addressRule,
  afterAttempt,
  afterSuccess,
  attemptRule,
  type ThrottleRule,
  waitMs,
} from "#server/domain/people/throttle.ts";
import { addressBlock } from "#server/domain/people/address-block.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import type { Source } from "./hashing-lane.ts";
import { hashSecret } from "./secrets.ts";

type Deps = { store: Store; now: () => number };

/** The key for counting attempts. Hashed, because users type passwords into the email field. */
export function throttleKey(...words: string[]): string {
  return hashSecret(words.join("\n"));
}

/** Problem "limited" if the caller must wait. */
export async function mustWait({ store, now }: Deps, key: string): Promise<Problem | undefined> {
  const ms = waitMs(await store.throttles.get(key), now());
  return ms > 0 ? limited(ms) : undefined;
}

/** Counts an attempt before it is evaluated; "limited" if it isn't allowed now. */
export async function takeAttempt(
  deps: Deps,
  key: string,
  rule: ThrottleRule = attemptRule,
): Promise<Problem | undefined> {
  const waiting = await mustWait(deps, key);
  if (waiting) return waiting;
  const taken = await deps.store.throttles.change(key, (before) =>
    afterAttempt(before, deps.now(), rule),
  );
  return taken ? undefined : mustWait(deps, key);
}

/**
 * Sign-in attempts from one address for all accounts. `source` is a known device or the address.
 * Known devices don't count, so that one visitor can't lock out an office.
 */
export function addressAttempts(deps: Deps, { name, known }: Source): AddressAttempts {
  if (known) return { mustWait: never, takeAttempt: never, forgive: async () => undefined };
  const key = throttleKey("address", name);
  return {
    mustWait: () => mustWait(deps, key),
    takeAttempt: () => takeAttempt(deps, key, addressRule),
    forgive: async () =>
      void (await deps.store.throttles.change(key, (before) => afterSuccess(before, deps.now()))),
  };
}

const never = async () => undefined;

type AddressAttempts = {
  mustWait(): Promise<Problem | undefined>;
  /** Counts an attempt; "limited" if it isn't allowed now. */
  takeAttempt(): Promise<Problem | undefined>;
  /** The attempt was correct. */
  forgive(): Promise<void>;
};

/**
 * The response to an invalid token: "not-found", or "limited" after many attempts. Valid tokens are
 * never delayed.
 */
export async function refuseToken(deps: Deps, client: Client): Promise<Problem> {
  const waiting = await takeAttempt(deps, throttleKey("token", addressBlock(client.address)));
  return waiting ?? { problem: "not-found", detail: "This link is invalid or has expired." };
}

function limited(ms: number): Problem {
  const retryAfterS = Math.ceil(ms / 1000);
  return {
    problem: "limited",
    detail: `Too many attempts. Try again in ${inWords(retryAfterS)}.`,
    retryAfterS,
  };
}

function inWords(seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
