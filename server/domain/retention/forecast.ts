import { dayMs } from "#server/domain/time.ts";
import type { RetentionLimits } from "./limits.ts";
import { type DayName, dayName } from "./plan.ts";

export type Forecast = {
  /** Bytes a day brings: the mean of the last whole days. */
  bytesPerDay: number;
  /**
   * Days until the size limit is reached; absent when it never is, because days go by their age
   * first.
   */
  limitInDays?: number;
  /** Days until the disk is full, under the limits as they are; absent when it never is. */
  diskFullInDays?: number;
};

const daysCounted = 7;

/**
 * Where this leads, if days go on as the last ones did: until the oldest is as old as the limit,
 * each adds; from then on as much goes as comes. Absent before the first whole day.
 */
export function forecast(
  days: readonly { day: DayName; bytes: number }[],
  limits: RetentionLimits,
  { now, freeBytes }: { now: number; freeBytes: number },
): Forecast | undefined {
  const today = dayName(now);
  const whole = days.filter(({ day }) => day < today).toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const counted = whole.slice(0, daysCounted);
  if (counted.length === 0) return undefined;
  const bytesPerDay = sum(counted) / counted.length;
  const taken = sum(days);
  const most = bytesPerDay * (limits.eventDays + 1);
  const within = (room: number) =>
    bytesPerDay > 0 ? Math.max(0, Math.floor(room / bytesPerDay)) : undefined;
  const limit = limits.telemetryBytes ?? Infinity;
  const limitInDays = limit < most || taken > limit ? within(limit - taken) : undefined;
  const diskFullInDays = Math.min(most, limit) - taken > freeBytes ? within(freeBytes) : undefined;
  return {
    bytesPerDay,
    ...(limitInDays !== undefined && { limitInDays }),
    ...(diskFullInDays !== undefined && { diskFullInDays }),
  };
}

/** How many days of its own age the oldest has left, by the limits as they are. */
export const daysLeft = (day: DayName, { eventDays }: RetentionLimits, now: number): number =>
  Math.max(0, Math.floor(Date.parse(day) / dayMs) + eventDays + 1 - Math.floor(now / dayMs));

const sum = (days: readonly { bytes: number }[]): number =>
  days.reduce((total, { bytes }) => total + bytes, 0);
