import type { Problem } from "#server/domain/problem.ts";

/**
 * Where work comes from, for the bounds. A `known` device is one in which its user has signed in
 * before.
 */
export type Source = { name: string; known: boolean };

export type HashingLane = <T>(source: Source, work: () => Promise<T>) => Promise<T | Problem>;

/**
 * Passwords are hashed one after the other: a hash costs 25 ms of a core and 19 MiB, and it runs on
 * the same few threads that bring events to disk. So a flood of sign-ins costs one core at most, 40
 * hashes a second here, and the queue never holds more than two seconds of work; beyond that the
 * answer is "unavailable". One address holds an eighth of the queue, and known devices are let in
 * beside it: a flood keeps out neither other addresses nor the people who work here.
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
