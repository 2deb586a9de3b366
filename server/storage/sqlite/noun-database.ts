import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  type Database,
  firstOf,
  type Query,
  type Rows,
  type Locks,
} from "#server/storage/database.ts";
import { render, type Rendered, type Sql, sql } from "#server/storage/sql.ts";
import type { Connections } from "./connections.ts";
import type { Write } from "./writing.ts";

/** This database as seen by nouns with one SQL for both engines. */
export function nounDatabase({ reader, writer }: Connections, write: Write): Database {
  const read = runsOn(reader);
  const change = runsOn(writer);
  return {
    async query<Row>(statement: Sql) {
      const rendered = render(statement, "sqlite");
      return rendered.text.startsWith("SELECT")
        ? read<Row>(rendered)
        : write(() => change<Row>(rendered));
    },
    transaction: (work) =>
      write(() => work(async (statement) => change(render(statement, "sqlite")))),
    locks,
  };
}

/** Use in a transaction that the caller started on the connection. */
export function queryOn(database: DatabaseSync): Query {
  const run = runsOn(database);
  return async (statement) => run(render(statement, "sqlite"));
}

const logs = {
  monitors: "monitor_incidents",
  releases: "release_sightings",
  notices: "notices",
  deliveries: "deliveries",
};

export const locks: Locks = {
  underLock: (query) => query,
  takeNumbers: async (_query, _lock, count) => Array.from({ length: count }, () => null),
  // The sequence instead of the newest row, which may have been deleted.
  async newest(query, lock) {
    const row = await firstOf(
      query<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = ${logs[lock]}`),
    );
    return row?.seq ?? 0;
  },
};

const mostPrepared = 500;

/** Each text is compiled once: about as many as statements in the code. */
function runsOn(database: DatabaseSync): <Row>(rendered: Rendered) => Rows<Row> {
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  return <Row>({ text, values }: Rendered) => {
    const run = prepared.get(text) ?? prepare(database, text);
    prepared.set(text, run);
    if (prepared.size > mostPrepared) prepared.delete(prepared.keys().next().value!);
    return run(values as SQLInputValue[]) as Rows<Row>;
  };
}

function prepare(database: DatabaseSync, text: string): (values: SQLInputValue[]) => Rows<unknown> {
  const statement = database.prepare(text);
  if (statement.columns().length === 0) {
    return (values) => counted([], Number(statement.run(...values).changes));
  }
  return (values) => {
    const rows = statement.all(...values);
    return counted(rows, rows.length);
  };
}

/** Not enumerable, like PostgreSQL's: rows equal a plain list of the same rows. */
const counted = (rows: unknown[], count: number): Rows<unknown> =>
  Object.defineProperty(rows, "count", { value: count }) as Rows<unknown>;
