import type { DatabaseSync } from "node:sqlite";
import { traceCategory } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { ThinnedHour } from "./trace-thin-statements.sqlite.ts";

export type SetThinned = (hours: ThinnedHour[]) => void;

const upsert = `INSERT INTO ledger (project_id, hour, outcome, category, reason, quantity)
  VALUES (?, ?, 'thinned', ?, 'sampling', ?) ON CONFLICT DO UPDATE SET quantity = excluded.quantity`;

/**
 * Sets outcomes to the files' totals per hour instead of adding, so that it can be repeated. Use in
 * a transaction.
 */
export function setThinned(writer: DatabaseSync): SetThinned {
  const set = prepare(writer, upsert);
  return (hours) => {
    for (const { project_id, hour, traces, spans } of hours) {
      set.run(project_id, hour, "span", spans);
      set.run(project_id, hour, traceCategory, traces);
    }
  };
}

const selectCounts = `SELECT ifnull(sum(quantity) FILTER (WHERE outcome = 'kept'), 0) AS came,
    ifnull(sum(quantity) FILTER (WHERE outcome = 'thinned'), 0) AS thinned
  FROM ledger WHERE project_id = ? AND hour >= ? AND hour < ? AND category = ?`;

export function readKept(reader: DatabaseSync): TraceStore["kept"] {
  const counts = prepare<{ came: number; thinned: number }>(reader, selectCounts);
  return async (projectId, { since, until }) => {
    const { came, thinned } = counts.get(projectId, hourOf(since), until, traceCategory)!;
    return { came, kept: Math.max(0, came - thinned) };
  };
}
