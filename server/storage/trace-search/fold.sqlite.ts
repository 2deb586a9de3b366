import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { encodeNumbers, Postings, readPostings } from "#server/storage/trace-search/postings.ts";
import type { TermStatements } from "./term-statements.sqlite.ts";
import { decodeSmallParts } from "#server/storage/traces/small-parts.ts";
import { gatherPacks } from "#server/storage/traces/gather.sqlite.ts";

/**
 * A batch's postings are one blob: cheap to write, but a search reads all of them. The blobs of
 * many batches are therefore folded into a *run*: one row per term, in key order, which fills pages
 * completely. Rejected: a row per term and 64 traces, updated in place, which rewrites a page per
 * term and batch.
 */
const mostBatches = 256;
const mostBytes = 1 << 17;

/** Use in a transaction. Only committed batches, because folding can't be undone. */
export function foldWhenDue(file: DayFile, committedBatch: number): void {
  const { batches, bytes } = file.terms.unfolded.get(committedBatch)!;
  if (batches < mostBatches && bytes < mostBytes) return;
  const folded = file.terms.batches.all(committedBatch);
  writeRun(
    file.terms,
    folded.map(({ postings }) => postings),
  );
  gatherPacks(
    file,
    folded.flatMap(({ small_parts }) => decodeSmallParts(small_parts)),
    committedBatch,
  );
  file.terms.forgetBatches.run(committedBatch);
}

function writeRun(terms: TermStatements, blobs: Uint8Array[]): void {
  const postings = new Postings();
  for (const blob of blobs) readPostings(blob, (term, number) => postings.add(term, number));
  const run = terms.lastRun.get()!.run + 1;
  for (const [term, numbers] of postings.lists())
    terms.insertRun.run(run, term, encodeNumbers(numbers));
}
