import type { Database as NounDatabase } from "#server/storage/database.ts";
import { render, type Sql } from "#server/storage/sql.ts";
import type { Rows } from "#server/storage/database.ts";
import type { Database, Query } from "./database.ts";

/** Runs a statement that was put together from pieces. */
export function run<Row>(query: Query, statement: Sql): Promise<Rows<Row>> {
  const { text, values } = render(statement, "postgres");
  return query<Row>(text, ...values);
}

/** What the nouns that have one SQL for both engines see of this one. */
export const nounDatabase = ({ query, transaction }: Database): NounDatabase => ({
  query: (statement) => run(query, statement),
  transaction: (work) => transaction((query) => work((statement) => run(query, statement))),
});
