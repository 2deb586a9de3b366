import { addPosting, encodeNumbers, type Postings, readPostings } from "./postings.ts";
import type { TermStatements } from "./term-statements.ts";

/**
 * A batch's postings are one blob: cheap to write, but a search must read all of them. So the blobs of many batches are
 * folded into a *run*: a row a term, in the order of its key, which fills pages to the brim. Measured: a row per term
 * and 64 traces, updated in place, rewrites a page for each term of each batch.
 */
const mostBatches = 256;
const mostBytes = 1 << 17;

/** Within a transaction. Only batches that are known to be committed: a run cannot be taken apart again. */
export function foldWhenDue(statements: TermStatements, committedBatch: number): void {
  const { batches, bytes } = statements.unfolded.get(committedBatch)!;
  if (batches >= mostBatches || bytes >= mostBytes) fold(statements, committedBatch);
}

function fold(statements: TermStatements, committedBatch: number): void {
  const postings: Postings = new Map();
  for (const batch of statements.batches.all(committedBatch)) {
    readPostings(batch.postings, (term, number) => addPosting(postings, term, number));
  }
  const run = statements.lastRun.get()!.run + 1;
  for (const term of [...postings.keys()].toSorted((a, b) => a - b)) {
    statements.insertRun.run(run, term, encodeNumbers(postings.get(term)!));
  }
  statements.forgetBatches.run(committedBatch);
}
