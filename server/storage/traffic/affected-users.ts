import type { AffectedUsers, UsersFilter } from "#server/storage/traffic/traffic-store.ts";

/** Events of a user in a step. */
export type UserStep = { step: number; user: string; events: number };

/** Number of events read in total, and per day at least. */
const looked = 50_000;
const leastOfDay = 2_000;

export const lookedOfDay = (days: number): number =>
  Math.max(leastOfDay, Math.floor(looked / Math.max(1, days)));

/** Rows by day; a day with `most` events may have more. */
export function affectedUsersOf(
  filter: UsersFilter,
  days: readonly UserStep[][],
  most: number,
): AffectedUsers {
  const { since, until, stepMs } = filter;
  const everyone = new Set<string>();
  const steps = Array.from(
    { length: Math.max(0, Math.ceil((until - since) / stepMs)) },
    () => new Set<string>(),
  );
  for (const { step, user } of days.flat()) {
    everyone.add(user);
    steps[step]?.add(user);
  }
  const eventsOf = (rows: UserStep[]) => rows.reduce((sum, { events }) => sum + events, 0);
  const isAll = days.every((rows) => eventsOf(rows) < most);
  return { users: everyone.size, steps: steps.map(({ size }) => size), isAll };
}
