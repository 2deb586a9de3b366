import { type RetentionField, retentionFields, type RetentionLimits } from "./limits.ts";
import { type KeptDay, planRetention } from "./plan.ts";

/** Totals of deleted data. */
export type Loss = { days: number; bytes: number; events: number; traces: number };

type CountedDay = KeptDay & { events: number; traces: number };

/** What these limits would delete immediately. */
export function lossUnder(days: readonly CountedDay[], limits: RetentionLimits, now: number): Loss {
  const drop = new Set(planRetention(days, limits, now).drop.map(({ day }) => day));
  const loss: Loss = { days: 0, bytes: 0, events: 0, traces: 0 };
  for (const { day, bytes, events, traces } of days) {
    if (!drop.has(day)) continue;
    loss.days += 1;
    loss.bytes += bytes;
    loss.events += events;
    loss.traces += traces;
  }
  return loss;
}

/** Data that one stricter rule deletes. */
export type Shortened = { field: RetentionField; days: number };

/** The rules that become stricter, except for events, which are counted (`lossUnder`). */
export const shortened = (from: RetentionLimits, to: RetentionLimits): Shortened[] =>
  retentionFields.flatMap((field) =>
    field !== "eventDays" && to[field] < from[field] ? [{ field, days: to[field] }] : [],
  );
