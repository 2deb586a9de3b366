import type { EventId, ProjectId } from "#server/domain/ids.ts";

type EventName = { projectId: ProjectId; eventId: EventId };

/** Events of late by their names: of the last `most` all, and of as many before them some. */
export type RecentEvents = { has(event: EventName): boolean; add(event: EventName): void };

/** Of an event: the four words of its id, its project within the first. */
const wordsEach = 4;
/** Half of them stay free, so that what is sought is within a few of where it belongs. */
const slotsEach = 2;
/**
 * This is no accident. A sender whose IDs were chosen to be in one place has the last of them
 * forgotten.
 */
const probesMost = 64;

/**
 * Two halves: the older goes as a whole when the younger is full. With 32 bytes an event 200,000 of
 * them take 8 MiB beside the heap; as texts in sets they took 51 MiB of the heap that the digest's
 * thread goes through (measured).
 */
export function createRecentEvents(most: number): RecentEvents {
  const slots = 2 ** Math.ceil(Math.log2(most * slotsEach));
  // Senders choose their ids, and must not choose where these stand.
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

  /**
   * Where it stands, or else the first free place of those where it may; undefined when there is
   * none.
   */
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

/** Murmur's rounds: ids that count up differ in a bit or two. */
function hashOf(words: Uint32Array, seed: number): number {
  let hash = seed;
  for (const word of words) {
    hash = Math.imul(hash ^ word, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}
