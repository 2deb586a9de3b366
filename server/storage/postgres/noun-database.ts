import type {
  Database as NounDatabase,
  Query as NounQuery,
  Rows,
} from "#server/storage/database.ts";
import { render, type Sql } from "#server/storage/sql.ts";
import type { Database, Query } from "./database.ts";
import { locks } from "./locks.ts";

/** Runs a statement that was put together from pieces. */
export function run<Row>(query: Query, statement: Sql): Promise<Rows<Row>> {
  const { text, values } = render(statement, "postgres");
  return query<Row>(text, ...values);
}

/** What the nouns that have one SQL for both engines see of this one. */
export const nounDatabase = ({ query, transaction }: Database): NounDatabase => ({
  query: nounQuery(query),
  transaction: (work) => transaction((query) => work(nounQuery(query))),
  locks,
});

/** For use inside a transaction that the caller began. */
export const nounQuery =
  (query: Query): NounQuery =>
  (statement) =>
    run(query, statement);
