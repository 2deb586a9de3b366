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
 * What a process remembers of a lane's day between batches: names of terms and shapes that are
 * kept. Other processes add to them, so each batch reads on from the last number known. What a
 * batch has learnt itself counts only until it ends: it is not known here whether it was committed,
 * and if it was, the next one reads it.
 */
export type DayMemory = {
  /** The partition that it was read from: a day that was dropped may be made again. */
  partition: number | undefined;
  dictionary: Dictionary;
  lastKey: number;
  lastTerm: number;
  /** Numbers by name. */
  shapes: Map<string, number>;
  learnt: { keys: string[]; terms: string[]; shapes: string[] };
};

/** Forgets what the batch before has learnt, and everything once the partition is another one. */
export function traceMemories(): (at: LaneDay, partition: number | undefined) => DayMemory {
  const memories = new Map<string, DayMemory>();

  return (at, partition) => {
    const key = laneDayKey(at);
    const known = memories.get(key);
    if (known && partition !== undefined && known.partition === partition) {
      forgetLearnt(known);
      // Not while a batch is on its way: it would find there what it has learnt itself, and take it
      // for kept.
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

/** Takes in what `selectDictionary` found after the last that is known. */
export function readOn(memory: DayMemory, rows: DictionaryRow[]): void {
  readInto(memory.dictionary, rows);
  for (const { key_id, id } of rows) {
    if (id === null) memory.lastKey = Math.max(memory.lastKey, key_id);
    else memory.lastTerm = Math.max(memory.lastTerm, id);
  }
}
