import type { Cell, Value } from "#server/storage/sql.ts";

/** Rows in the form that `unnest` takes: one list per column. Requires at least one row. */
export const columnsOf = (rows: Cell[][]): Value[] =>
  rows[0]!.map((_, column) => rows.map((row) => row[column] ?? null));
