import type { SQLInputValue } from "node:sqlite";
import { unlistedConditions } from "#server/storage/trace-search/unlisted-conditions.ts";
import type { TraceFilter } from "#server/storage/traces/trace-store.ts";
import { shapedTraces } from "#server/storage/traces/columns.sqlite.ts";

/** Conditions on a trace's summary as SQL: `t` is the trace, `s` its shape. Cheapest first. */
type Conditions = { sql: string; values: SQLInputValue[] };

export function conditionsOf(filter: TraceFilter): Conditions {
  const { since, until, environment, query } = filter;
  const { atLeast, atMost } = query.durationMs ?? {};
  const asked: [sql: string, value: SQLInputValue | undefined][] = [
    ["t.started_at >= ?", since],
    ["t.started_at <= ?", until],
    ["t.ended_at - t.started_at >= ?", atLeast],
    ["t.ended_at - t.started_at <= ?", atMost],
    ["t.span_count >= ?", query.spans?.atLeast],
    ["t.span_count <= ?", query.spans?.atMost],
    ["t.error_count >= ?", query.errors?.atLeast],
    ["t.error_count <= ?", query.errors?.atMost],
    ["(t.error_count > 0) = ?", query.failed === undefined ? undefined : Number(query.failed)],
    ["s.environment = ?", environment],
    ...query.words.map((word): [string, string] => ["instr(s.words, ?) > 0", word.toLowerCase()]),
  ];
  const given = asked.filter((pair): pair is [string, SQLInputValue] => pair[1] !== undefined);
  const sql = [...given.map(([each]) => each), ...unlistedConditions(filter)];
  return {
    sql: sql.map((each) => ` AND ${each}`).join(""),
    values: given.map(([, value]) => value),
  };
}

/**
 * Traces in a range of row IDs, or those in a JSON list within it, as of the last known batch;
 * newest first. Parameters: for each half, the batch, from, below, the list if given, the
 * conditions'; then the limit.
 */
export function selectTraces(conditions: string, isList: boolean): string {
  const listed = isList ? " AND t.id IN (SELECT value FROM json_each(?))" : "";
  const half = (table: string, seen: string) =>
    `${shapedTraces(table)} WHERE ${seen} AND t.id >= ? AND t.id < ?${listed}${conditions}`;
  return `${half("traces", "t.batch <= ?")} UNION ALL ${half("traces_before", "t.changed_by > ?")}
    ORDER BY id DESC LIMIT ?`;
}
