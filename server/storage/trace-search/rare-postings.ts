import { addTo, type Bitmap, emptyBitmap } from "./bitmap.ts";
import { addNumbers, readNumbers } from "./number-list.ts";
import type { Postings } from "./postings.ts";

/**
 * Values outside the dictionary (`domain/trace/terms/rare-values.ts`) share 1,024 lists by ten bits
 * of their hash. A posting is the trace's number followed by ten more hash bits, so that a posting
 * distinguishes a million values. Previously, a value was in two of 4,096 lists: among a million
 * traces, 31 false matches compared with 10 now (measured: 12 values per trace), for twice the
 * postings.
 */
const listBits = 10;
const markBits = 10;
const [lists, marks] = [2 ** listBits, 2 ** markBits];

/** Above all terms of the dictionary. */
const firstBucketList = 2 ** 30;
const firstList = firstBucketList + 2 ** 13;
/** Numbers of values in searches: above everything stored. */
const firstValue = 2 ** 31;

/** A posting has 32 bits: traces beyond these use two buckets as before. */
const mostTraces = 2 ** (32 - markBits);
const bucketBits = 12;

export function addRare(postings: Postings, hash: number, trace: number): void {
  if (trace < mostTraces)
    postings.add(listOf(valueNumber(hash)), trace * marks + markOf(valueNumber(hash)));
  else for (const bucket of bucketsOf(hash)) postings.add(bucket, trace);
}

/** The lists of a value in the previous format. */
export const bucketsOf = (hash: number): [number, number] => [
  firstBucketList + (hash & (2 ** bucketBits - 1)),
  firstBucketList + (hash >>> bucketBits),
];

export const valueNumber = (hash: number): number => firstValue + (hash & (lists * marks - 1));

const listOf = (number: number): number => firstList + (number % lists);
const markOf = (number: number): number => Math.floor((number - firstValue) / lists);

/** Bitmaps of traces by number, and the lists they are read from. */
type WantedTraces = {
  readonly traces: ReadonlyMap<number, Bitmap>;
  readonly lists: ReadonlySet<number>;
  /** Adds a whole stored list. */
  take(list: number, bytes: Uint8Array): void;
  /** Called with each posting of the lists. */
  add(list: number, posting: number): void;
};

/** `numbers`: terms, markers, buckets, and values. `bound`: above every trace. */
export function wantedTraces(numbers: Iterable<number>, bound: number): WantedTraces {
  const traces = new Map([...numbers].map((number) => [number, emptyBitmap(bound)]));
  const values = Map.groupBy(
    [...traces.keys()].filter((number) => number >= firstValue),
    listOf,
  );
  const needed = new Set(
    [...traces.keys()].map((number) => (number >= firstValue ? listOf(number) : number)),
  );

  function newAdder(list: number): (posting: number) => void {
    if (list < firstList) return (posting) => addTo(traces.get(list)!, posting);
    const wanted = values
      .get(list)!
      .map((number) => ({ mark: markOf(number), found: traces.get(number)! }));
    return (posting) => {
      const mark = posting & (marks - 1);
      for (const each of wanted) if (each.mark === mark) addTo(each.found, posting >>> markBits);
    };
  }

  const adders = new Map([...needed].map((list) => [list, newAdder(list)]));
  // Resolved once per list, because a list of a million traces has thousands of postings.
  const adderOf = (list: number) => adders.get(list)!;
  return {
    traces,
    lists: needed,
    add: (list, posting) => adderOf(list)(posting),
    take(list, bytes) {
      if (list < firstList) addNumbers(bytes, traces.get(list)!);
      else readNumbers(bytes, 0, bytes.length, adderOf(list));
    },
  };
}
