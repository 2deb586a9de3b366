import { termsIn, type TraceQuery } from "#server/domain/search/traces/trace-query.ts";
import type { Bitmap } from "#server/storage/trace-search/bitmap.ts";
import { readPostings } from "#server/storage/trace-search/postings.ts";
import { wantedTraces } from "#server/storage/trace-search/rare-postings.ts";
import type { DictionaryRow } from "#server/storage/trace-search/term-dictionary.ts";
import { answersOf, dictionaryAsked, numbersNeeded } from "#server/storage/trace-search/answers.ts";
import { type Candidates, candidatesOf } from "#server/storage/trace-search/candidates.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { LaneDay } from "#server/storage/postgres/lanes.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";

type AskedRow = { newest: number | null } & (DictionaryRow | { key_id: null });

// One statement, so that batches folded in between are not missed.
const selectLists = `SELECT NULL::int AS term, postings AS list FROM trace_batches WHERE lane = $1 AND day = $2
  UNION ALL SELECT term, traces FROM postings WHERE lane = $1 AND day = $2 AND term = ANY($3::int[])`;
/** At least one row, which contains the index's extent. */
const selectAsked = `SELECT newest, k.id AS key_id, k.key, t.id, t.value
  FROM (SELECT max(id) AS newest FROM traces WHERE lane = $1 AND day = $2 AND id < $3::bigint) n
  LEFT JOIN trace_keys k ON k.lane = $1 AND k.day = $2 AND k.key = ANY($4::text[])
  LEFT JOIN trace_terms t ON t.lane = $1 AND t.day = $2 AND t.key_id = k.id
    AND (t.value = ANY($5::text[]) OR k.key = ANY($6::text[]))`;

/**
 * Traces below a number that the index lists. `below`: end of the result, because newer traces may
 * not be indexed yet. Undefined: none at all.
 */
export async function askIndex(
  query: Query,
  at: LaneDay,
  asked: TraceQuery,
  below: number,
): Promise<{ candidates: Candidates; below: number } | undefined> {
  const terms = termsIn(asked);
  const { keys, values, openKeys } = dictionaryAsked(terms, storedText);
  const found = await query<AskedRow>(selectAsked, at.lane, at.day, below, keys, values, openKeys);
  const newest = found.at(0)?.newest ?? null;
  if (newest === null) return undefined;
  const bound = newest + 1;
  const rows = found.filter((row): row is AskedRow & DictionaryRow => row.key_id !== null);
  const traces = await tracesWith(query, at, numbersNeeded(terms, rows, storedText), bound);
  const answers = answersOf(terms, rows, traces, { bound, stored: storedText });
  return { candidates: candidatesOf(asked, answers, bound), below: bound };
}

async function tracesWith(
  query: Query,
  { lane, day }: LaneDay,
  numbers: ReadonlySet<number>,
  bound: number,
): Promise<ReadonlyMap<number, Bitmap>> {
  const { traces, lists, take, add } = wantedTraces(numbers, bound);
  if (lists.size === 0) return traces;
  const rows = await query<{ term: number | null; list: Uint8Array }>(selectLists, lane, day, [
    ...lists,
  ]);
  for (const { term, list } of rows) {
    if (term === null) readPostings(list, add, lists);
    else take(term, list);
  }
  return traces;
}
