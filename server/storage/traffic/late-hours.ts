import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";

/** Events of an issue that were received in an hour and happened in an earlier one. */
export type LateHour = { issueId: number; receivedIn: number; happenedIn: number; count: number };

/** Of some issues or of a whole project (its id), received from `from` and before `before`. */
export type LateHours = {
  of: IssueId[] | ProjectId;
  from: number;
  before: number;
  environment?: string | null | undefined;
};

/**
 * As far back as spikes are looked for (`server/jobs/alert-traffic.ts`): the hour under way and the
 * one before it.
 */
const hoursShown = 2;

export const lateHoursUntil = (until: number): Pick<LateHours, "from" | "before"> => ({
  from: hourOf(until) - (hoursShown - 1) * hourMs,
  before: hourOf(until) + hourMs,
});

/**
 * Moves them in a series, whose last hour is the one that `until` is in, to the hour of their
 * receipt.
 */
export function moveLateHours(series: number[], late: LateHour[], until: number): void {
  const add = (hour: number, count: number): void => {
    const index = series.length - 1 - (hourOf(until) - hour) / hourMs;
    if (index in series) series[index] = Math.max(0, series[index]! + count);
  };
  for (const { receivedIn, happenedIn, count } of late) {
    add(happenedIn, -count);
    add(receivedIn, count);
  }
}
