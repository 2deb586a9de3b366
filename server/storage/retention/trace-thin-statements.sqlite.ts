import type { DatabaseSync } from "node:sqlite";
import type { UndecidedRow } from "#server/storage/retention/trace-thinning.ts";
import { prepare, type Statement } from "#server/storage/sqlite/statement.ts";

/** Statements of sampling for one day's file. */
export type ThinStatements = {
  decided: Statement<{ decided: number }>;
  decide: Statement<never>;
  /** From the first unprocessed: after a row, below another, at most this many. */
  undecided: Statement<UndecidedRow>;
  /** By trace ID (hexadecimal digits) and project. */
  hasEvent: Statement<{ 1: 1 }>;
  /** Does nothing if one of its spans has failed by now. */
  removeTrace: Statement<{ received_at: number; span_count: number }>;
  removeParts: Statement<never>;
  blankPack: Statement<never>;
  /** project, hour, traces, spans: adds. */
  count: Statement<never>;
  counts: Statement<ThinnedHour>;
};

export type ThinnedHour = { project_id: number; hour: number; traces: number; spans: number };

export function thinStatements(database: DatabaseSync): ThinStatements {
  const sql = {
    decide:
      "INSERT INTO thinning (project_id, decided) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET decided = ?2",
    undecided: `SELECT id, trace_id, received_at, started_at, ended_at, error_count, pack FROM traces
      WHERE id > ? AND id < ? ORDER BY id LIMIT ?`,
    hasEvent:
      "SELECT 1 FROM events INDEXED BY events_by_trace WHERE trace_id = ? AND project_id = ? LIMIT 1",
    removeTrace:
      "DELETE FROM traces WHERE id = ? AND error_count = 0 RETURNING received_at, span_count",
    count: `INSERT INTO thinned (project_id, hour, traces, spans) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET traces = traces + excluded.traces, spans = spans + excluded.spans`,
  };
  return {
    decided: prepare(database, "SELECT decided FROM thinning WHERE project_id = ?"),
    decide: prepare(database, sql.decide),
    undecided: prepare(database, sql.undecided),
    hasEvent: prepare(database, sql.hasEvent),
    removeTrace: prepare(database, sql.removeTrace),
    removeParts: prepare(database, "DELETE FROM trace_parts WHERE trace = ?"),
    blankPack: prepare(database, "UPDATE span_packs SET frame = ? WHERE id = ?"),
    count: prepare(database, sql.count),
    counts: prepare(
      database,
      "SELECT project_id, hour, traces, spans FROM thinned WHERE project_id = ?",
    ),
  };
}
