import { dayMs } from "#server/domain/time.ts";
import type { Firing } from "./rule.ts";

/**
 * What an evaluation does about a subject. `forget`: no data arrives any more, and no notification
 * is sent.
 */
type Verdict = "tell" | "remind" | "recovered" | "forget" | "stay";

/** What stays true is told again once a day. */
const repeatMs = dayMs;

/**
 * A condition that comes true is told once, and again only after it was not: at least `settleMs`
 * after people heard of it, so that a value which dances around its bound does not send an email a
 * minute. Undefined: too little is known to say.
 */
export function judge(
  firing: Firing | undefined,
  isTrue: boolean | undefined,
  { now, settleMs }: { now: number; settleMs: number },
): Verdict {
  if (!firing) return isTrue === true ? "tell" : "stay";
  const toldMs = now - firing.toldAt;
  if (isTrue === undefined) return toldMs >= repeatMs ? "forget" : "stay";
  if (isTrue) return toldMs >= repeatMs ? "remind" : "stay";
  return toldMs >= settleMs ? "recovered" : "stay";
}
