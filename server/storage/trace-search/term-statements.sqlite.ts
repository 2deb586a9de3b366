import type { DatabaseSync } from "node:sqlite";
import type { DictionaryRow } from "#server/storage/trace-search/term-dictionary.ts";
import { type Statement, prepare } from "#server/storage/sqlite/statement.ts";

/** The dictionary of terms and their postings in one day's file. */
export type TermStatements = {
  /** project */
  dictionary: Statement<DictionaryRow>;
  ensureKey: Statement<{ id: number }>;
  ensureTerm: Statement<{ id: number }>;
  findKey: Statement<{ id: number }>;
  /** project */
  keysOf: Statement<{ key: string }>;
  findTerm: Statement<{ id: number }>;
  /** key: all of its values */
  valuesOf: Statement<{ id: number; value: string }>;
  putBatch: Statement<never>;
  /** Up to and including a batch, in order. */
  batches: Statement<{ batch: number; postings: Uint8Array; small_parts: string }>;
  /** Totals of the batches up to one, to decide whether to fold. */
  unfolded: Statement<{ batches: number; bytes: number }>;
  forgetBatches: Statement<never>;
  lastRun: Statement<{ run: number }>;
  insertRun: Statement<never>;
  /** A term's list in each run, in any order. */
  listsOf: Statement<{ traces: Uint8Array }>;
};

const dictionary = `SELECT k.id AS key_id, key, t.id AS id, value
  FROM trace_keys k LEFT JOIN trace_terms t ON t.key_id = k.id WHERE project_id = ?`;

// Runs are numbered without gaps: a lookup in each is cheaper than maintaining an index by term.
const listsOf = `WITH RECURSIVE runs (run) AS (
    SELECT max(run) FROM postings UNION ALL SELECT run - 1 FROM runs WHERE run > 1
  ) SELECT traces FROM runs CROSS JOIN postings p ON p.run = runs.run AND p.term = ?`;

export function termStatements(database: DatabaseSync): TermStatements {
  const sql = {
    ensureKey: `INSERT INTO trace_keys (project_id, key) VALUES (?, ?) ON CONFLICT DO UPDATE SET key = key RETURNING id`,
    ensureTerm: `INSERT INTO trace_terms (key_id, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value RETURNING id`,
    putBatch: `INSERT INTO trace_batches (batch, postings, small_parts) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET postings = excluded.postings, small_parts = excluded.small_parts`,
    unfolded: `SELECT count(*) AS batches, ifnull(sum(length(postings)), 0) AS bytes FROM trace_batches WHERE batch <= ?`,
  };
  return {
    dictionary: prepare(database, dictionary),
    ensureKey: prepare(database, sql.ensureKey),
    ensureTerm: prepare(database, sql.ensureTerm),
    findKey: prepare(database, "SELECT id FROM trace_keys WHERE project_id = ? AND key = ?"),
    keysOf: prepare(database, "SELECT key FROM trace_keys WHERE project_id = ?"),
    findTerm: prepare(database, "SELECT id FROM trace_terms WHERE key_id = ? AND value = ?"),
    valuesOf: prepare(database, "SELECT id, value FROM trace_terms WHERE key_id = ?"),
    putBatch: prepare(database, sql.putBatch),
    batches: prepare(
      database,
      "SELECT batch, postings, small_parts FROM trace_batches WHERE batch <= ? ORDER BY batch",
    ),
    unfolded: prepare(database, sql.unfolded),
    forgetBatches: prepare(database, "DELETE FROM trace_batches WHERE batch <= ?"),
    lastRun: prepare(database, "SELECT ifnull(max(run), 0) AS run FROM postings"),
    insertRun: prepare(database, "INSERT INTO postings (run, term, traces) VALUES (?, ?, ?)"),
    listsOf: prepare(database, listsOf),
  };
}
