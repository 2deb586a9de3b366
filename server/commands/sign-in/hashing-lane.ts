import type { Problem } from "#server/domain/problem.ts";

/**
 * Source of a sign-in attempt, for the limits. A `known` device is one that its user has signed in
 * with before.
 */
export type Source = { name: string; known: boolean };

export type HashingLane = <T>(source: Source, work: () => Promise<T>) => Promise<T | Problem>;

/**
 * Hashes passwords one at a time: a hash takes 25 ms of a core and 19 MiB, in the thread pool that
 * also writes events to disk. A flood of sign-ins therefore uses at most one core (40 hashes/s),
 * and the queue holds at most two seconds of work. Beyond that, the result is "unavailable". One
 * address may use 1/8 of the queue, and known devices have separate room: a flood blocks neither
 * other addresses nor existing users.
 */
export function createHashingLane({ places = 64, perSource = 8 } = {}): HashingLane {
  const held = new Map<string, number>();
  let strangers = 0;
  let last: Promise<unknown> = Promise.resolve();

  function enter({ name, known }: Source, by: 1 | -1): void {
    const own = (held.get(name) ?? 0) + by;
    if (own > 0) held.set(name, own);
    else held.delete(name);
    if (!known) strangers += by;
  }

  return (source, work) => {
    const isFull = !source.known && strangers >= places;
    if (isFull || (held.get(source.name) ?? 0) >= perSource) return Promise.resolve(busy);
    enter(source, 1);
    const mine = last.then(work).finally(() => enter(source, -1));
    last = mine.catch(() => undefined);
    return mine;
  };
}

const busy: Problem = {
  problem: "unavailable",
  detail: "Too many sign-ins at once. Try again in a few seconds.",
  retryAfterS: 3,
};
