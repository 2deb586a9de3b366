import { dayMs } from "#server/domain/time.ts";
import type { RetentionLimits } from "./limits.ts";
import { type DayName, dayName } from "./plan.ts";

export type Forecast = {
  /** Bytes per day: the mean of the last whole days. */
  bytesPerDay: number;
  /** Days until the size limit is reached; absent if days expire first. */
  limitInDays?: number;
  /** Days until the disk is full with the current limits; absent if never. */
  diskFullInDays?: number;
};

const daysCounted = 7;

/**
 * Growth, if it continues like the last days: until the oldest day reaches the age limit, each day
 * adds; afterwards, deletions balance it. Absent before the first whole day.
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

/** Days until the oldest day expires by age. */
export const daysLeft = (day: DayName, { eventDays }: RetentionLimits, now: number): number =>
  Math.max(0, Math.floor(Date.parse(day) / dayMs) + eventDays + 1 - Math.floor(now / dayMs));

const sum = (days: readonly { bytes: number }[]): number =>
  days.reduce((total, { bytes }) => total + bytes, 0);
