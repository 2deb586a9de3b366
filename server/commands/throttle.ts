import { afterAttempt, waitMs } from "#server/domain/people/throttle.ts";
import { addressBlock } from "#server/domain/people/address-block.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import { hashSecret } from "./secrets.ts";

type Parts = { store: Store; now: () => number };

/** What attempts are counted by. A hash, because people type passwords into the field for the mail address. */
export function throttleKey(...words: string[]): string {
  return hashSecret(words.join("\n"));
}

/** Problem "limited" while there is a wait. */
export async function mustWait({ store, now }: Parts, key: string): Promise<Problem | undefined> {
  const ms = waitMs(await store.throttles.get(key), now());
  return ms > 0 ? limited(ms) : undefined;
}

/** Counts an attempt, before it is judged; "limited" when it may not be made now. */
export async function takeTurn(parts: Parts, key: string): Promise<Problem | undefined> {
  const waiting = await mustWait(parts, key);
  if (waiting) return waiting;
  const taken = await parts.store.throttles.change(key, (before) => afterAttempt(before, parts.now()));
  return taken ? undefined : mustWait(parts, key);
}

/** What is answered to a token that opens nothing. Whoever holds a right one is never asked to wait. */
export async function refuseToken(parts: Parts, client: Client): Promise<Problem> {
  const waiting = await takeTurn(parts, throttleKey("token", addressBlock(client.address)));
  return waiting ?? { problem: "not-found", detail: "This link is not valid, or not valid any more." };
}

function limited(ms: number): Problem {
  const retryAfterS = Math.ceil(ms / 1000);
  return { problem: "limited", detail: `Too many attempts. Try again in ${inWords(retryAfterS)}.`, retryAfterS };
}

function inWords(seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
