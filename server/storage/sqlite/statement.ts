import type { DatabaseSync, SQLInputValue } from "node:sqlite";

type Bound = SQLInputValue | { [name: string]: SQLInputValue };

/**
 * A prepared statement whose rows are trusted to be `Row`: the type is beside the SQL that makes it
 * true.
 */
export type Statement<Row> = {
  get(...values: Bound[]): Row | undefined;
  all(...values: Bound[]): Row[];
  /** How many rows it changed. */
  run(...values: Bound[]): number;
};

export function prepare<Row = never>(database: DatabaseSync, sql: string): Statement<Row> {
  const statement = database.prepare(sql);
  return {
    get: (...values) => statement.get(...(values as SQLInputValue[])) as Row | undefined,
    all: (...values) => statement.all(...(values as SQLInputValue[])) as Row[],
    run: (...values) => Number(statement.run(...(values as SQLInputValue[])).changes),
  };
}
