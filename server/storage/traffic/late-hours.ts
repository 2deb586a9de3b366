import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";

/** Events of an issue received in an hour that happened in an earlier one. */
export type LateHour = { issueId: number; receivedIn: number; happenedIn: number; count: number };

/** Of some issues or of a whole project (its ID), received from `from` until before `before`. */
export type LateHours = {
  of: IssueId[] | ProjectId;
  from: number;
  before: number;
  environment?: string | null | undefined;
};

/**
 * As far back as spikes are evaluated (`server/jobs/alert-traffic.ts`): the current hour and the
 * previous one.
 */
const hoursShown = 2;

export const lateHoursUntil = (until: number): Pick<LateHours, "from" | "before"> => ({
  from: hourOf(until) - (hoursShown - 1) * hourMs,
  before: hourOf(until) + hourMs,
});

/** Moves them to the hour of their receipt in a series whose last hour contains `until`. */
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
