import type { ProjectId } from "#server/domain/ids.ts";
import type { AttributeTerm } from "#server/domain/search/trace-query.ts";
import { indexedTerm } from "#server/domain/trace/terms.ts";
import { addTo, type Bitmap, emptyBitmap } from "#server/storage/layout/bitmap.ts";
import { readNumbers } from "#server/storage/layout/number-list.ts";
import { readPostings } from "#server/storage/layout/postings.ts";
import { markerOf, restKey, splitTerm } from "#server/storage/layout/term-dictionary.ts";
import { type Answer, anyTrace, type Candidates, candidatesOf } from "#server/storage/layout/trace-candidates.ts";
import type { TermStatements } from "./term-statements.ts";

/** `bound` is above every running number of the project. Undefined: nothing is asked of the index. */
export function candidatesFor(
  statements: TermStatements,
  projectId: ProjectId,
  terms: AttributeTerm[],
  bound: number,
  batch: number,
): Candidates | undefined {
  if (terms.length === 0) return undefined;
  const pending = statements.batches.all(batch).map(({ postings }) => postings);
  return candidatesOf(
    terms.map((term) => [term, answerTo(statements, projectId, term, bound, pending)]),
    bound,
  );
}

function answerTo(
  statements: TermStatements,
  projectId: ProjectId,
  asked: AttributeTerm,
  bound: number,
  pending: Uint8Array[],
): Answer {
  const term = indexedTerm(asked);
  if (term === undefined) return anyTrace(bound);
  const { key, value } = splitTerm(term);
  const keyId = statements.findKey.get(projectId, key)?.id;
  const restId = statements.findKey.get(projectId, restKey)?.id;
  const termId = keyId === undefined ? undefined : statements.findTerm.get(keyId, value)?.id;
  const markers = [keyId, restId].filter((id) => id !== undefined).map(markerOf);
  return {
    certain: tracesWith(statements, termId === undefined ? [] : [termId], bound, pending),
    maybe: tracesWith(statements, markers, bound, pending),
  };
}

function tracesWith(statements: TermStatements, terms: number[], bound: number, pending: Uint8Array[]): Bitmap {
  const found = emptyBitmap(bound);
  const wanted = new Set(terms);
  if (wanted.size === 0) return found;
  for (const term of wanted) {
    for (const { traces } of statements.listsOf.all(term)) {
      readNumbers(traces, 0, traces.length, (number) => addTo(found, number));
    }
  }
  for (const postings of pending) readPostings(postings, (_, number) => addTo(found, number), wanted);
  return found;
}
