import type { Pace } from "#server/domain/alert/channel.ts";
import { hourMs } from "#server/domain/time.ts";
import type { Message } from "./delivery.ts";
import { nextClockTime, quietUntil } from "./quiet-hours.ts";

/** What waits to be told, of one rule or for one person. */
type Waiting = { firstAt: number; count: number };

export type Pacing =
  | { kind: "send"; why: Pick<Message, "heldBack" | "digest"> }
  | {
      kind: "wait";
      until: number;
      because: "more is coming" | "the hour is full" | "quiet hours" | "digest";
    };

/**
 * What comes within so long of a message is told in the next one, together. The first goes at once.
 */
export const gatherMs = 30_000;

const morning = "08:00";

/**
 * Whether what waits may go now. `sentAt`: when messages of the same lane were made in the last two
 * hours, the oldest first. The hour of the cap is any 60 minutes: whole hours would let twice as
 * many pass around their turn.
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
