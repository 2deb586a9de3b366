import { affectedUsersOf, lookedOfDay } from "#server/storage/layout/affected-users.ts";
import type { CountFilter, TrafficStore } from "#server/storage/traffic-store.ts";
import { lastIdOf } from "./batch-ids.ts";
import type { DayFile } from "./day-file.ts";
import { type DayFiles, dayOf } from "./day-files.ts";
import { opened } from "./event-days.ts";
import type { LateReads } from "./late-arrivals.ts";

export type CountEvents = (filter: CountFilter) => number;

/** A count stops where the rule that asks has its answer: 0.1 µs an event in the index, 2 µs where its row is read. */
export function countEvents(files: DayFiles, committedBatch: () => number, late: LateReads): CountEvents {
  return (filter) => {
    const lastId = lastIdOf(committedBatch());
    const days = files.days().filter((day) => day >= dayOf(filter.since));
    if (filter.measure === "users") return usersIn(opened(files, days), filter, lastId, late.users(filter));
    const ofLate = late.count(filter);
    return ofLate + eventsIn(opened(files, days), { ...filter, most: filter.most - ofLate }, lastId);
  };
}

/** Who saw errors, of a bounded number of events a day. */
export function affectedUsers(files: DayFiles, committedBatch: () => number): TrafficStore["affectedUsers"] {
  return async (filter) => {
    const { issueIds, since, stepMs, environment = null } = filter;
    const days = files.days().filter((day) => day >= dayOf(since));
    const most = lookedOfDay(days.length);
    const asked = [since, stepMs, JSON.stringify(issueIds), lastIdOf(committedBatch()), since] as const;
    const rows = [...opened(files, days)].map((file) => file.userSteps.all(...asked, environment, environment, most));
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
    const rows = file.usersSince.all(JSON.stringify(issueIds), lastId, since, environment ?? null, environment ?? null);
    for (const { user } of rows) users.add(user);
    if (users.size >= most) return most;
  }
  return Math.min(users.size, most);
}
