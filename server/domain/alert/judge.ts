import { dayMs } from "#server/domain/time.ts";
import type { Firing } from "./rule.ts";

/** Result of an evaluation for a subject. `forget`: no more data, and no notification. */
type Verdict = "tell" | "remind" | "recovered" | "forget" | "stay";

/** A lasting condition is repeated once a day. */
const repeatMs = dayMs;

/**
 * A condition notifies when it becomes true, and again only after it was false: at least `settleMs`
 * after the last notification, so that a value around its threshold doesn't send an email per
 * minute. Undefined: too little data.
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
