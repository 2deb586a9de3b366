import type { DatabaseSync } from "node:sqlite";
import type { PackRow } from "#server/storage/traces/span-frames.ts";
import { type Statement, prepare } from "#server/storage/sqlite/statement.ts";
import type { PartPlace } from "#server/storage/traces/row.ts";
import { type BatchedTraceRow, shapedTraces, traceColumns } from "./columns.sqlite.ts";

/** Statements of the digest and of reads by ID for the traces of one day's file. */
export type TraceStatements = {
  /** trace id, from, below */
  byTraceId: Statement<BatchedTraceRow>;
  /** bucket, trace id */
  inBucket: Statement<BatchedTraceRow>;
  /** bucket: all IDs in one text of hexadecimal digits, read five times as fast as in rows. */
  idsIn: Statement<{ ids: string | null }>;
  /** As before a batch that may be lost. batch, trace id, from, below */
  beforeBatch: Statement<BatchedTraceRow>;
  /** below, from */
  lastId: Statement<{ id: number }>;
  insertTrace: Statement<never>;
  updateTrace: Statement<never>;
  /** batch, id, batch: keeps the row as before that batch, once. */
  keepBefore: Statement<never>;
  forgetBefore: Statement<never>;
  shapeByText: Statement<{ id: number }>;
  insertShape: Statement<{ id: number }>;
  widenZone: Statement<never>;
  insertPack: Statement<never>;
  insertPart: Statement<never>;
  forgetPack: Statement<never>;
  /** pack, offset; of the trace's part in pack, at offset */
  moveFirstPart: Statement<never>;
  moveLaterPart: Statement<never>;
  /** id, greatest pack, and both again */
  partsOf: Statement<PartPlace>;
  pack: Statement<PackRow>;
  /**
   * Zones from one to another in which a trace can have started from one time to another, newest
   * first.
   */
  zones: Statement<{ zone: number }>;
  /** from, below: receipt time of the oldest. */
  receivedFrom: Statement<{ received_at: number }>;
  /** Reads anything: a transaction sees the file as of its first read. */
  fixState: Statement<unknown>;
};

/** Bucket by bucket (`known-traces.sqlite.ts`), newest first. */
const byTraceId = `t.id = (
  WITH RECURSIVE buckets (bucket) AS (
    SELECT (SELECT id FROM traces WHERE id >= ?2 AND id < ?3 ORDER BY id DESC LIMIT 1) >> 15
    UNION ALL SELECT bucket - 1 FROM buckets WHERE bucket > ?2 >> 15)
  SELECT i.id FROM buckets b CROSS JOIN traces i INDEXED BY traces_by_trace_id
    ON i.id >> 15 = b.bucket AND i.trace_id = ?1 LIMIT 1)`;
const inBucket = "t.id >> 15 = ? AND t.trace_id = ?";
const idsIn = `SELECT group_concat(hex(trace_id), '') AS ids FROM traces INDEXED BY traces_by_trace_id WHERE id >> 15 = ?`;
const ofProject = "t.trace_id = ? AND t.id >= ? AND t.id < ?";

const insertTrace = `INSERT INTO traces (id, batch, trace_id, received_at, shape_id, root_span_id, root_started_at,
  started_at, ended_at, span_count, error_count, pack, offset, length)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const updateTrace = `UPDATE traces SET batch = ?, shape_id = ?, root_span_id = ?, root_started_at = ?, started_at = ?,
  ended_at = ?, span_count = ?, error_count = ? WHERE id = ?`;

const keepBefore = `INSERT INTO traces_before (${traceColumns}, changed_by)
  SELECT ${traceColumns}, ? FROM traces WHERE id = ? AND batch < ? ON CONFLICT DO NOTHING`;

const widenZone = `INSERT INTO trace_zones (zone, first_start, last_start) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET first_start = min(first_start, excluded.first_start),
    last_start = max(last_start, excluded.last_start)`;

const zones = `SELECT zone FROM trace_zones WHERE zone >= ? AND zone <= ? AND last_start >= ? AND first_start <= ?
  ORDER BY zone DESC`;

const partsOf = `SELECT pack, offset, length FROM traces WHERE id = ? AND pack <= ? UNION ALL
  SELECT pack, offset, length FROM trace_parts WHERE trace = ? AND pack <= ? ORDER BY pack, offset`;

export function traceStatements(database: DatabaseSync): TraceStatements {
  return {
    byTraceId: prepare(database, `${shapedTraces("traces")} WHERE ${byTraceId}`),
    beforeBatch: prepare(
      database,
      `${shapedTraces("traces_before")} WHERE t.changed_by > ? AND ${ofProject}`,
    ),
    inBucket: prepare(database, `${shapedTraces("traces")} WHERE ${inBucket}`),
    idsIn: prepare(database, idsIn),
    lastId: prepare(
      database,
      "SELECT id FROM traces WHERE id < ? AND id >= ? ORDER BY id DESC LIMIT 1",
    ),
    insertTrace: prepare(database, insertTrace),
    updateTrace: prepare(database, updateTrace),
    keepBefore: prepare(database, keepBefore),
    forgetBefore: prepare(database, "DELETE FROM traces_before WHERE changed_by <= ?"),
    shapeByText: prepare(
      database,
      "SELECT id FROM trace_shapes WHERE hash = ? AND environment IS ? AND shape = ?",
    ),
    insertShape: prepare(
      database,
      "INSERT INTO trace_shapes (hash, environment, words, shape) VALUES (?, ?, ?, ?) RETURNING id",
    ),
    widenZone: prepare(database, widenZone),
    insertPack: prepare(database, "INSERT INTO span_packs (id, raw_bytes, frame) VALUES (?, ?, ?)"),
    insertPart: prepare(
      database,
      "INSERT INTO trace_parts (trace, pack, offset, length) VALUES (?, ?, ?, ?)",
    ),
    forgetPack: prepare(database, "DELETE FROM span_packs WHERE id = ?"),
    moveFirstPart: prepare(
      database,
      "UPDATE traces SET pack = ?, offset = ? WHERE id = ? AND pack = ? AND offset = ?",
    ),
    moveLaterPart: prepare(
      database,
      "UPDATE trace_parts SET pack = ?, offset = ? WHERE trace = ? AND pack = ? AND offset = ?",
    ),
    partsOf: prepare(database, partsOf),
    zones: prepare(database, zones),
    receivedFrom: prepare(
      database,
      "SELECT received_at FROM traces WHERE id >= ? AND id < ? ORDER BY id LIMIT 1",
    ),
    fixState: prepare(database, "SELECT 1 FROM trace_batches LIMIT 1"),
    pack: prepare(database, "SELECT raw_bytes, frame FROM span_packs WHERE id = ?"),
  };
}
