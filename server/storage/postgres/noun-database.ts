import type {
  Database as NounDatabase,
  Query as NounQuery,
  Rows,
} from "#server/storage/database.ts";
import { render, type Sql } from "#server/storage/sql.ts";
import type { Database, Query } from "./database.ts";
import { locks } from "./locks.ts";

/** Runs a statement composed of pieces. */
export function run<Row>(query: Query, statement: Sql): Promise<Rows<Row>> {
  const { text, values } = render(statement, "postgres");
  return query<Row>(text, ...values);
}

/** This database as seen by nouns with one SQL for both engines. */
export const nounDatabase = ({ query, transaction }: Database): NounDatabase => ({
  query: nounQuery(query),
  transaction: (work) => transaction((query) => work(nounQuery(query))),
  locks,
});

/** Use in a transaction that the caller started. */
export const nounQuery =
  (query: Query): NounQuery =>
  (statement) =>
    run(query, statement);
