import { encodeNumbers, Postings, readPostings } from "#server/storage/trace-search/postings.ts";
import { decodeSmallParts } from "#server/storage/traces/small-parts.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { LaneDay } from "#server/storage/postgres/lanes.ts";
import { gatherPacks } from "#server/storage/traces/gather.postgres.ts";

/**
 * A batch's postings are one blob: cheap to write, but a search reads all of them. The blobs of
 * many batches are therefore folded into a *run*: one row per term of any batch. A row costs a
 * hundred bytes besides its list, so a run covers thousands of traces.
 */
const mostBatches = 256;
const mostBytes = 1 << 17;

/** The row without a term belongs to the run itself, and lists the existing runs. */
const noTerm = 0;

/** Totals of unfolded batches in a lane's day. */
export type Unfolded = { last: number; batches: number; bytes: number };

type BatchRow = { batch: number; postings: Uint8Array; small_parts: string };

const selectBatches =
  "SELECT batch, postings, small_parts FROM trace_batches WHERE lane = $1 AND day = $2 ORDER BY batch";
const selectLastRun = `SELECT coalesce(max(run), 0) AS run FROM postings WHERE lane = $1 AND day = $2 AND term = ${noTerm}`;
const insertRun = `INSERT INTO postings (lane, day, run, term, traces)
  SELECT $1, $2, $3, term, traces FROM unnest($4::int[], $5::bytea[]) AS folded(term, traces)`;
const forgetBatches = "DELETE FROM trace_batches WHERE lane = $1 AND day = $2";

/** Use in a transaction that holds the project. */
export async function foldWhenDue(
  query: Query,
  at: LaneDay,
  { batches, bytes }: Unfolded,
): Promise<void> {
  if (batches < mostBatches && bytes < mostBytes) return;
  const [folded, [last]] = await Promise.all([
    query<BatchRow>(selectBatches, at.lane, at.day),
    query<{ run: number }>(selectLastRun, at.lane, at.day),
  ]);
  const lists = listsOf(folded.map(({ postings }) => postings));
  await Promise.all([
    query(insertRun, at.lane, at.day, last!.run + 1, ...columnsOf(lists)),
    query(forgetBatches, at.lane, at.day),
    gatherPacks(
      query,
      at,
      folded.flatMap(({ small_parts }) => decodeSmallParts(small_parts)),
    ),
  ]);
}

function listsOf(blobs: Uint8Array[]): [term: number, traces: Uint8Array][] {
  const postings = new Postings();
  for (const blob of blobs) readPostings(blob, (term, number) => postings.add(term, number));
  const lists: [number, Uint8Array][] = [[noTerm, new Uint8Array()]];
  for (const [term, numbers] of postings.lists()) lists.push([term, encodeNumbers(numbers)]);
  return lists;
}
