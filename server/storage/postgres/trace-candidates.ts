import type { AttributeTerm } from "#server/domain/search/trace-query.ts";
import { indexedTerm } from "#server/domain/trace/terms.ts";
import { addTo, type Bitmap, emptyBitmap } from "#server/storage/layout/bitmap.ts";
import { readNumbers } from "#server/storage/layout/number-list.ts";
import { readPostings } from "#server/storage/layout/postings.ts";
import { markerOf, restKey, splitTerm } from "#server/storage/layout/term-dictionary.ts";
import { type Answer, anyTrace, type Candidates, candidatesOf } from "#server/storage/layout/trace-candidates.ts";
import type { Query } from "./database.ts";
import type { LaneDay } from "./lanes.ts";
import { storedText } from "./stored-text.ts";

type TermRow = { key_id: number; key: string; id: number | null; value: string | null };
type AskedRow = { newest: number | null } & (TermRow | { key_id: null });

// One statement: what is folded in between would be in neither.
const selectLists = `SELECT NULL::int AS term, postings AS list FROM trace_batches WHERE lane = $1 AND day = $2
  UNION ALL SELECT term, traces FROM postings WHERE lane = $1 AND day = $2 AND term = ANY($3::int[])`;
/** One row at least, which says how far the index goes. */
const selectAsked = `SELECT newest, k.id AS key_id, k.key, t.id, t.value
  FROM (SELECT max(id) AS newest FROM traces WHERE lane = $1 AND day = $2 AND id < $3::bigint) n
  LEFT JOIN trace_keys k ON k.lane = $1 AND k.day = $2 AND k.key = ANY($4::text[])
  LEFT JOIN trace_terms t ON t.lane = $1 AND t.day = $2 AND t.key_id = k.id AND t.value = ANY($5::text[])`;

/**
 * Which traces below a number the index names. `below` is where its answer ends: what has come since may not be in it yet.
 * Undefined: there are none at all.
 */
export async function askIndex(
  query: Query,
  at: LaneDay,
  terms: AttributeTerm[],
  below: number,
): Promise<{ candidates: Candidates; below: number } | undefined> {
  const asked = terms.map((term) => ({ term, pair: pairOf(term) }));
  const pairs = asked.flatMap(({ pair }) => pair ?? []);
  const keys = [restKey, ...pairs.map(({ key }) => key)];
  const values = pairs.map(({ value }) => value);
  const rows = await query<AskedRow>(selectAsked, at.lane, at.day, below, keys, values);
  const newest = rows.at(0)?.newest ?? null;
  if (newest === null) return undefined;
  const bound = newest + 1;
  const known = rows.filter((row): row is AskedRow & TermRow => row.key_id !== null);
  const traces = await tracesWith(query, at, new Set(known.flatMap(numbersOf)), bound);
  const answers = asked.map(({ term, pair }): [AttributeTerm, Answer] => [
    term,
    pair ? answerTo(pair, known, traces, bound) : anyTrace(bound),
  ]);
  return { candidates: candidatesOf(answers, bound), below: bound };
}

type Pair = { key: string; value: string };

function pairOf(term: AttributeTerm): Pair | undefined {
  const text = indexedTerm(term);
  return text === undefined ? undefined : splitTerm(storedText(text));
}

const numbersOf = ({ key_id, id }: TermRow): number[] => [markerOf(key_id), ...(id === null ? [] : [id])];

function answerTo({ key, value }: Pair, known: TermRow[], traces: Map<number, Bitmap>, bound: number): Answer {
  const certain = known.filter((row) => row.key === key && row.value === value && row.id !== null);
  const markers = known.filter((row) => row.key === key || row.key === restKey).map(({ key_id }) => markerOf(key_id));
  return {
    certain: union(
      certain.map(({ id }) => id!),
      traces,
      bound,
    ),
    maybe: union(markers, traces, bound),
  };
}

/** A bitmap of its own: the answers are used up. */
function union(numbers: Iterable<number>, traces: Map<number, Bitmap>, bound: number): Bitmap {
  const all = emptyBitmap(bound);
  for (const number of new Set(numbers)) {
    traces.get(number)?.forEach((word, at) => {
      all[at]! |= word;
    });
  }
  return all;
}

async function tracesWith(
  query: Query,
  { lane, day }: LaneDay,
  terms: ReadonlySet<number>,
  bound: number,
): Promise<Map<number, Bitmap>> {
  const traces = new Map([...terms].map((term) => [term, emptyBitmap(bound)]));
  if (terms.size === 0) return traces;
  const rows = await query<{ term: number | null; list: Uint8Array }>(selectLists, lane, day, [...terms]);
  for (const { term, list } of rows) {
    if (term === null) readPostings(list, (each, number) => addTo(traces.get(each)!, number), terms);
    else {
      const found = traces.get(term)!;
      readNumbers(list, 0, list.length, (number) => addTo(found, number));
    }
  }
  return traces;
}
