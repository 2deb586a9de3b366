import type { ProjectSettings } from "#server/domain/project/settings.ts";
import { dayName, firstKeptDay } from "./plan.ts";
import type { RetentionLimits } from "./limits.ts";

/** Retention of a project's events and traces in days: its own setting if shorter. */
export const keptDaysOf = (
  { eventDays }: RetentionLimits,
  { retention }: Pick<ProjectSettings, "retention">,
): number => Math.min(eventDays, retention.eventDays ?? eventDays);

/** Whether an issue has had events older than the retention. */
export const hasOlder = (issue: { firstSeen: number }, keptDays: number, now: number): boolean =>
  dayName(issue.firstSeen) < firstKeptDay(keptDays, now);

/** Why an issue has no such event, judged by its own times. */
export function missingEvent(issue: { firstSeen: number }, keptDays: number, now: number): string {
  const plain = "Event not found.";
  if (!hasOlder(issue, keptDays, now)) return plain;
  return `${plain} Events are kept for ${daysText(keptDays)}, and older ones were deleted. Their counts remain.`;
}

export const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);
