import type { Cell, Value } from "#server/storage/sql.ts";

/** Rows as `unnest` takes them: a list a column. There must be a row. */
export const columnsOf = (rows: Cell[][]): Value[] =>
  rows[0]!.map((_, column) => rows.map((row) => row[column] ?? null));
