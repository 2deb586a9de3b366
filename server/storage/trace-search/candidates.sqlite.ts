import type { ProjectId } from "#server/domain/ids.ts";
import { termsIn, type TraceQuery } from "#server/domain/search/traces/trace-query.ts";
import type { Bitmap } from "#server/storage/trace-search/bitmap.ts";
import { readPostings } from "#server/storage/trace-search/postings.ts";
import { wantedTraces } from "#server/storage/trace-search/rare-postings.ts";
import type { DictionaryRow } from "#server/storage/trace-search/term-dictionary.ts";
import { answersOf, dictionaryAsked, numbersNeeded } from "#server/storage/trace-search/answers.ts";
import { type Candidates, candidatesOf } from "#server/storage/trace-search/candidates.ts";
import type { TermStatements } from "./term-statements.sqlite.ts";

const stored = (text: string): string => text;

/**
 * `bound`: above every running number of the project. Undefined: the search doesn't use the index.
 */
export function candidatesFor(
  statements: TermStatements,
  projectId: ProjectId,
  query: TraceQuery,
  bound: number,
  batch: number,
): Candidates | undefined {
  const terms = termsIn(query);
  if (terms.length === 0 && !query.any) return undefined;
  const rows = dictionaryRows(statements, projectId, dictionaryAsked(terms, stored));
  const traces = tracesWith(statements, numbersNeeded(terms, rows, stored), bound, batch);
  return candidatesOf(query, answersOf(terms, rows, traces, { bound, stored }), bound);
}

function dictionaryRows(
  { findKey, findTerm, valuesOf }: TermStatements,
  projectId: ProjectId,
  { keys, values, openKeys }: ReturnType<typeof dictionaryAsked>,
): DictionaryRow[] {
  return keys.flatMap((key): DictionaryRow[] => {
    const keyId = findKey.get(projectId, key)?.id;
    if (keyId === undefined) return [];
    const row = { key_id: keyId, key };
    const found = openKeys.includes(key)
      ? valuesOf.all(keyId)
      : values.flatMap((value) => {
          const id = findTerm.get(keyId, value)?.id;
          return id === undefined ? [] : [{ id, value }];
        });
    return [{ ...row, id: null, value: null }, ...found.map((each) => ({ ...row, ...each }))];
  });
}

function tracesWith(
  statements: TermStatements,
  numbers: ReadonlySet<number>,
  bound: number,
  batch: number,
): ReadonlyMap<number, Bitmap> {
  const { traces, lists, take, add } = wantedTraces(numbers, bound);
  if (lists.size === 0) return traces;
  for (const list of lists) {
    for (const run of statements.listsOf.all(list)) take(list, run.traces);
  }
  for (const { postings } of statements.batches.all(batch)) readPostings(postings, add, lists);
  return traces;
}
