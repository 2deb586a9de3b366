import type { EventId, ProjectId } from "#server/domain/ids.ts";

type EventName = { projectId: ProjectId; eventId: EventId };

/** IDs of recent events: all of the last `most`, and some of as many before them. */
export type RecentEvents = { has(event: EventName): boolean; add(event: EventName): void };

/** Words per event: four for its ID, with the project mixed into the first. */
const wordsEach = 4;
/** Half of the slots stay free, so that a lookup probes few of them. */
const slotsEach = 2;
/** Reached only by a sender that chooses colliding IDs. The last of them are forgotten. */
const probesMost = 64;

/**
 * Two generations: the older is dropped as a whole when the younger is full. At 32 bytes per event,
 * 200,000 events take 8 MiB outside the heap. As strings in sets, they took 51 MiB of the digest
 * thread's heap (measured).
 */
export function createRecentEvents(most: number): RecentEvents {
  const slots = 2 ** Math.ceil(Math.log2(most * slotsEach));
  // Random, because senders choose their IDs and must not control the slots.
  const seed = Math.floor(Math.random() * 2 ** 32);
  const asked = new Uint32Array(wordsEach);
  let older: Uint32Array | undefined;
  let younger: Uint32Array | undefined;
  let count = 0;

  function ask({ projectId, eventId }: EventName): void {
    for (let at = 0; at < wordsEach; at++)
      asked[at] = Number.parseInt(eventId.slice(8 * at, 8 * at + 8), 16);
    asked[0]! ^= projectId;
  }

  /** The event's slot, or the first free one of its probe sequence; undefined if none is free. */
  function placeIn(table: Uint32Array): number | undefined {
    let slot = hashOf(asked, seed);
    for (let probe = 0; probe < probesMost; probe++, slot++) {
      const place = (slot & (slots - 1)) * wordsEach;
      if (isAt(table, place, asked) || isAt(table, place, free)) return place;
    }
    return undefined;
  }

  function holds(table: Uint32Array | undefined): boolean {
    const place = table && placeIn(table);
    return place !== undefined && !isAt(table!, place, free);
  }

  return {
    has(event) {
      if (!younger) return false;
      ask(event);
      return holds(younger) || holds(older);
    },
    add(event) {
      ask(event);
      younger ??= new Uint32Array(slots * wordsEach);
      const place = placeIn(younger);
      if (place === undefined || isAt(younger, place, asked)) return;
      younger.set(asked, place);
      count += 1;
      if (count < most) return;
      [older, younger, count] = [younger, new Uint32Array(slots * wordsEach), 0];
    },
  };
}

const free = new Uint32Array(wordsEach);

const isAt = (table: Uint32Array, place: number, words: Uint32Array): boolean =>
  table[place] === words[0] &&
  table[place + 1] === words[1] &&
  table[place + 2] === words[2] &&
  table[place + 3] === words[3];

/** Murmur's mixing: sequential IDs differ in one or two bits. */
function hashOf(words: Uint32Array, seed: number): number {
  let hash = seed;
  for (const word of words) {
    hash = Math.imul(hash ^ word, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}
