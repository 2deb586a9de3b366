import { dayMs } from "#server/domain/time.ts";
import type { RetentionLimits } from "./limits.ts";

/** A UTC day of telemetry, `2026-11-21`: by event time, like the files; traces by receipt. */
export type DayName = string;

export type KeptDay = {
  day: DayName;
  /** On disk. */
  bytes: number;
  /** Already downsampled. */
  thinned: boolean;
};

export type DroppedDay = { day: DayName; why: "age" | "size" };

type RetentionPlan = {
  /** Oldest first. */
  drop: DroppedDay[];
  /** The day to downsample before others are deleted for size. */
  thin?: DayName;
};

/** Above this share of the limit, older days are downsampled. */
const nearShare = 0.9;

/**
 * Days to delete at `now`. Today, yesterday, and later days (from a clock that was ahead) are kept
 * under any limit: events and parts of traces still arrive, and duplicates are found by them.
 */
export function planRetention(
  days: readonly KeptDay[],
  limits: RetentionLimits,
  now: number,
): RetentionPlan {
  const oldestFirst = days.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const firstKept = firstKeptDay(limits.eventDays, now);
  const stays = dayName(now - dayMs);
  const drop: DroppedDay[] = [];
  let bytes = oldestFirst.reduce((sum, each) => sum + each.bytes, 0);
  for (const each of oldestFirst) {
    if (each.day >= stays) break;
    const why =
      each.day < firstKept
        ? "age"
        : bytes > (limits.telemetryBytes ?? Infinity)
          ? "size"
          : undefined;
    if (!why) break;
    drop.push({ day: each.day, why });
    bytes -= each.bytes;
  }
  const thin = isNear(bytes, limits)
    ? oldestFirst.slice(drop.length).find((each) => !each.thinned)
    : undefined;
  return { drop, ...(thin && thin.day < stays && { thin: thin.day }) };
}

export const isNear = (bytes: number, { telemetryBytes }: RetentionLimits): boolean =>
  telemetryBytes !== undefined && bytes > nearShare * telemetryBytes;

/** Keeps all of the last `days` × 24 hours, so the day in which they start stays whole. */
export const firstKeptDay = (days: number, now: number): DayName => dayName(now - days * dayMs);

export const dayName = (timeMs: number): DayName => new Date(timeMs).toISOString().slice(0, 10);
