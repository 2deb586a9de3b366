import type { DictionaryRow } from "#server/storage/trace-search/term-dictionary.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { LaneDay } from "#server/storage/postgres/lanes.ts";
import { foldWhenDue, type Unfolded } from "#server/storage/trace-search/fold.postgres.ts";
import { type DayMemory, readOn, type traceMemories } from "./memory.postgres.ts";

/** A lane's day at the start of a batch, and its next numbers. */
export type TraceDay = LaneDay & {
  memory: DayMemory;
  next: { trace: number; key: number; term: number; shape: number; batch: number };
};

const selectNewest = `SELECT id, tableoid::bigint AS partition FROM traces
  WHERE lane = $1 AND day = $2 ORDER BY id DESC LIMIT 1`;
const selectDecided = "SELECT decided FROM thinning WHERE lane = $1 AND day = $2";
const selectLastShape =
  "SELECT coalesce(max(id), 0) AS id FROM trace_shapes WHERE lane = $1 AND day = $2";
const selectUnfolded = `SELECT coalesce(max(batch), 0) AS last, count(*) AS batches,
    coalesce(sum(octet_length(postings)), 0) AS bytes
  FROM trace_batches WHERE lane = $1 AND day = $2`;
const selectDictionary = `SELECT id AS key_id, key, NULL::int AS id, NULL::text AS value FROM trace_keys
    WHERE lane = $1 AND day = $2 AND id > $3
  UNION ALL SELECT t.key_id, k.key, t.id, t.value
    FROM trace_terms t JOIN trace_keys k ON k.lane = t.lane AND k.day = t.day AND k.id = t.key_id
    WHERE t.lane = $1 AND t.day = $2 AND t.id > $4`;

/** Call in the batch's transaction, before it writes there. */
export async function openTraceDay(
  query: Query,
  memories: ReturnType<typeof traceMemories>,
  { lane, day }: LaneDay,
): Promise<TraceDay> {
  const [[newest], [thinning], [shape], [unfolded]] = await Promise.all([
    query<{ id: number; partition: number }>(selectNewest, lane, day),
    query<{ decided: number }>(selectDecided, lane, day),
    query<{ id: number }>(selectLastShape, lane, day),
    query<Unfolded>(selectUnfolded, lane, day),
  ]);
  const memory = memories({ lane, day }, newest?.partition);
  const [rows] = await Promise.all([
    query<DictionaryRow>(selectDictionary, lane, day, memory.lastKey, memory.lastTerm),
    foldWhenDue(query, { lane, day }, unfolded!),
  ]);
  readOn(memory, rows);
  // The newest may have been removed by sampling. Its number stays taken, because the index still
  // contains it.
  const lastTrace = Math.max(newest?.id ?? -1, thinning?.decided ?? -1);
  const next = {
    trace: lastTrace + 1,
    key: memory.lastKey + 1,
    term: memory.lastTerm + 1,
    shape: shape!.id + 1,
    batch: unfolded!.last + 1,
  };
  return { lane, day, memory, next };
}
