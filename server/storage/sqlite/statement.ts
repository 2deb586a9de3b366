import type { DatabaseSync, SQLInputValue } from "node:sqlite";

type Bound = SQLInputValue | { [name: string]: SQLInputValue };

/** A prepared statement. Rows are trusted to be `Row`: the type is next to its SQL. */
export type Statement<Row> = {
  get(...values: Bound[]): Row | undefined;
  all(...values: Bound[]): Row[];
  /** Number of changed rows. */
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
