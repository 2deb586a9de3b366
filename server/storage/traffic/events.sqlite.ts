import { affectedUsersOf, lookedOfDay } from "#server/storage/traffic/affected-users.ts";
import type { Query } from "#server/storage/database.ts";
import type { EventTraffic } from "#server/storage/traffic/traffic.ts";
import type { CountFilter, TrafficStore } from "#server/storage/traffic/traffic-store.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { opened } from "#server/storage/events/days.sqlite.ts";
import { countLate, lateUsers } from "./late-arrivals.ts";

export const eventTraffic = (
  query: Query,
  files: DayFiles,
  committedBatch: () => number,
): EventTraffic => ({
  count: countEvents(query, files, committedBatch),
  affectedUsers: affectedUsers(files, committedBatch),
});

/**
 * A count stops when the rule has its answer: 0.1 µs per event in the index, 2 µs if its row is
 * read.
 */
function countEvents(
  query: Query,
  files: DayFiles,
  committedBatch: () => number,
): TrafficStore["count"] {
  return async (filter) => {
    const late = await (filter.measure === "users"
      ? lateUsers(query, filter)
      : countLate(query, filter));
    const lastId = lastIdOf(committedBatch());
    const days = files.days().filter((day) => day >= dayOf(filter.since));
    if (typeof late !== "number") return usersIn(opened(files, days), filter, lastId, late);
    return late + eventsIn(opened(files, days), { ...filter, most: filter.most - late }, lastId);
  };
}

/** Users in error events, from a bounded number of events per day. */
function affectedUsers(
  files: DayFiles,
  committedBatch: () => number,
): TrafficStore["affectedUsers"] {
  return async (filter) => {
    const { issueIds, since, stepMs, environment = null } = filter;
    const days = files.days().filter((day) => day >= dayOf(since));
    const most = lookedOfDay(days.length);
    const asked = [
      since,
      stepMs,
      JSON.stringify(issueIds),
      lastIdOf(committedBatch()),
      since,
    ] as const;
    const rows = [...opened(files, days)].map((file) =>
      file.userSteps.all(...asked, environment, environment, most),
    );
    return affectedUsersOf(filter, rows, most);
  };
}

function eventsIn(
  days: Iterable<DayFile>,
  { issueIds, since, environment, most }: CountFilter,
  lastId: number,
): number {
  let total = 0;
  for (const file of days) {
    if (total >= most) break;
    const asked = [JSON.stringify(issueIds), lastId, since] as const;
    const row =
      environment === undefined
        ? file.countSince.get(...asked, most - total)
        : file.countWithinSince.get(...asked, environment, most - total);
    total += row!.count;
  }
  return total;
}

function usersIn(
  days: Iterable<DayFile>,
  { issueIds, since, environment, most }: CountFilter,
  lastId: number,
  late: string[],
): number {
  const users = new Set(late);
  for (const file of days) {
    const rows = file.usersSince.all(
      JSON.stringify(issueIds),
      lastId,
      since,
      environment ?? null,
      environment ?? null,
    );
    for (const { user } of rows) users.add(user);
    if (users.size >= most) return most;
  }
  return Math.min(users.size, most);
}
