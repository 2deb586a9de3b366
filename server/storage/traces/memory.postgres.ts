import {
  type Dictionary,
  type DictionaryRow,
  emptyDictionary,
  mostTermsRemembered,
  readInto,
  splitTerm,
} from "#server/storage/trace-search/term-dictionary.ts";
import { mostShapesRemembered } from "#server/storage/traces/shape.ts";
import { type LaneDay, laneDayKey } from "#server/storage/postgres/lanes.ts";

/**
 * A process's cache of a lane's day between batches: stored term names and shapes. Other processes
 * add to them, so each batch reads on from the last known number. Additions of a batch are valid
 * only until it ends: whether it was committed is unknown here, and if so, the next batch reads
 * them.
 */
export type DayMemory = {
  /** The partition it was read from: a dropped day may be created again. */
  partition: number | undefined;
  dictionary: Dictionary;
  lastKey: number;
  lastTerm: number;
  /** Numbers by name. */
  shapes: Map<string, number>;
  learnt: { keys: string[]; terms: string[]; shapes: string[] };
};

/** Forgets additions of the previous batch, and everything if the partition changed. */
export function traceMemories(): (at: LaneDay, partition: number | undefined) => DayMemory {
  const memories = new Map<string, DayMemory>();

  return (at, partition) => {
    const key = laneDayKey(at);
    const known = memories.get(key);
    if (known && partition !== undefined && known.partition === partition) {
      forgetLearnt(known);
      // Not during a batch, which would find its own additions and take them for stored.
      if (known.shapes.size >= mostShapesRemembered) known.shapes.clear();
      return known;
    }
    const remembered = [...memories.values()].reduce(
      (sum, { dictionary }) => sum + dictionary.terms.size,
      0,
    );
    if (remembered > mostTermsRemembered) memories.clear();
    const memory = newMemory(partition);
    memories.set(key, memory);
    return memory;
  };
}

const newMemory = (partition: number | undefined): DayMemory => ({
  partition,
  dictionary: emptyDictionary(),
  lastKey: 0,
  lastTerm: 0,
  shapes: new Map(),
  learnt: { keys: [], terms: [], shapes: [] },
});

function forgetLearnt({ dictionary, shapes, learnt }: DayMemory): void {
  for (const term of learnt.terms) {
    dictionary.terms.delete(term);
    dictionary.keys.get(splitTerm(term).key)!.values--;
  }
  for (const key of learnt.keys) dictionary.keys.delete(key);
  for (const name of learnt.shapes) shapes.delete(name);
  learnt.keys.length = learnt.terms.length = learnt.shapes.length = 0;
}

/** Adds results of `selectDictionary` after the last known number. */
export function readOn(memory: DayMemory, rows: DictionaryRow[]): void {
  readInto(memory.dictionary, rows);
  for (const { key_id, id } of rows) {
    if (id === null) memory.lastKey = Math.max(memory.lastKey, key_id);
    else memory.lastTerm = Math.max(memory.lastTerm, id);
  }
}
