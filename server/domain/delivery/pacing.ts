import type { Pace } from "#server/domain/alert/channel.ts";
import { hourMs } from "#server/domain/time.ts";
import type { Message } from "./delivery.ts";
import { nextClockTime, quietUntil } from "./quiet-hours.ts";

/** Pending notices of one rule or person. */
type Waiting = { firstAt: number; count: number };

export type Pacing =
  | { kind: "send"; why: Pick<Message, "heldBack" | "digest"> }
  | {
      kind: "wait";
      until: number;
      because: "more is coming" | "the hour is full" | "quiet hours" | "digest";
    };

/**
 * Notices within this time after a message are grouped into the next. The first is sent
 * immediately.
 */
export const gatherMs = 30_000;

const morning = "08:00";

/**
 * Whether pending notices may be sent now. `sentAt`: creation times of the lane's messages in the
 * last two hours, oldest first. The maximum per hour applies to any 60 minutes: clock hours would
 * allow twice as many around their boundary.
 */
export function paceOf(
  waiting: Waiting,
  pace: Pace,
  sentAt: readonly number[],
  now: number,
): Pacing {
  const quietEnd = pace.quiet && quietUntil(pace.quiet, now);
  if (quietEnd !== undefined) return { kind: "wait", until: quietEnd, because: "quiet hours" };
  if (pace.digest) return paceOfDigest(waiting, pace.digest, pace.quiet?.timeZone ?? "UTC", now);
  const fullUntil = fullHour(sentAt, pace.mostPerHour, now);
  if (fullUntil !== undefined)
    return { kind: "wait", until: fullUntil, because: "the hour is full" };
  const gatheredAt = (sentAt.at(-1) ?? -Infinity) + gatherMs;
  if (now < gatheredAt) return { kind: "wait", until: gatheredAt, because: "more is coming" };
  const heldBack = fullHour(sentAt, pace.mostPerHour, waiting.firstAt) !== undefined;
  return { kind: "send", why: heldBack ? { heldBack } : {} };
}

/** Digests are sent in the morning, weekly ones on Monday. */
function paceOfDigest(
  { firstAt }: Waiting,
  digest: "day" | "week",
  timeZone: string,
  now: number,
): Pacing {
  const until = nextClockTime(morning, timeZone, firstAt, digest === "week" ? "1" : "*");
  return now < until
    ? { kind: "wait", until, because: "digest" }
    : { kind: "send", why: { digest } };
}

/** When the hour before `at` has room again; undefined: it has. */
function fullHour(sentAt: readonly number[], most: number, at: number): number | undefined {
  const within = sentAt.filter((time) => time > at - hourMs && time <= at);
  return within.length < most ? undefined : within.at(-most)! + hourMs;
}
