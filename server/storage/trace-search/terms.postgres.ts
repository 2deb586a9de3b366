import { learnTerm } from "#server/storage/trace-search/term-dictionary.ts";
import type { Cell } from "#server/storage/sql.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";
import type { TraceDay } from "#server/storage/traces/day.postgres.ts";

/** The number of a term; new rows are added. */
export function termId(
  day: TraceDay,
  text: string,
  rows: { keys: Cell[][]; terms: Cell[][] },
): number {
  const { dictionary, learnt } = day.memory;
  const term = storedText(text);
  const known = dictionary.terms.get(term);
  if (known !== undefined) return known;
  const id = learnTerm(dictionary, term, {
    ofKey(name) {
      rows.keys.push([day.lane, day.day, day.next.key, name]);
      learnt.keys.push(name);
      return day.next.key++;
    },
    ofTerm(keyId, value) {
      rows.terms.push([day.lane, day.day, day.next.term, keyId, value]);
      return day.next.term++;
    },
  });
  // Terms that share their key's marker are not in the dictionary.
  if (id > 0) learnt.terms.push(term);
  return id;
}
