import postgres from "postgres";
import { isGone, isLostConnection, isLostTransaction } from "./lost.ts";
import { pauses } from "./pauses.ts";

/** What a statement takes. Numbers go to integer and floating columns alike, bytes to `bytea`, lists to arrays. */
export type Value = string | number | null | Uint8Array | readonly (string | number | null | Uint8Array)[];

/** The rows of a statement; `count` is how many it returned or changed. */
export type Rows<Row> = Row[] & { count: number };

/**
 * Runs one statement with `$1`, `$2`, …: prepared once a connection, by its text. Several that nobody awaits between go out together.
 * Rows are trusted to be `Row`: the type stands beside the SQL that makes it true.
 */
export type Query = <Row = never>(statement: string, ...values: Value[]) => Promise<Rows<Row>>;

export type Database = {
  /** By itself, on any connection. What is lost on the way is asked again only when it began with SELECT. */
  query: Query;
  /**
   * Everything or nothing. `work` may run more than once: after a deadlock, or when the connection was lost before it ended. Where
   * it cannot be told whether the database still heard the end, this throws `CommitUnknown`.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The connection went while the transaction was ending: it is there or it is not. */
export class CommitUnknown extends Error {
  readonly code = "commit-unknown";
}

/** No server was there to answer, or none that takes writes; what was asked for may be asked for again. */
export class DatabaseAway extends Error {
  readonly code = "database-away";
}

/** How long somebody who waits for an answer is kept waiting for a database that is not there (a fail-over takes seconds). */
const patienceMs = 2_000;
const idleSeconds = 60;
const connectSeconds = 5;
/** Ends connections that an address behind a balancer no longer leads to. */
const lifetimeSeconds = 30 * 60;

/** PostgreSQL's type numbers (pg_type). */
const oid = { bytes: 17, int8: 20, numeric: 1700, date: 1082, byteLists: 1001 };

const asNumber = { to: oid.int8, from: [oid.int8, oid.numeric], serialize: String, parse: Number };
const asText = { to: oid.date, from: [oid.date], serialize: String, parse: (text: string) => text };

/**
 * Connects when it is first asked. Several hosts may stand in the address: the one that takes writes is used, also after it has
 * changed. Integers come as numbers (ours stay below 2^53), days as `2026-11-21`.
 */
export function connectDatabase(url: string, connections: number): Database {
  const sql = postgres(url, {
    max: connections,
    idle_timeout: idleSeconds,
    connect_timeout: connectSeconds,
    max_lifetime: lifetimeSeconds,
    target_session_attrs: "read-write",
    onnotice: () => undefined,
    connection: { application_name: "spoor" },
    types: { bigint: asNumber, date: asText },
  });
  const queryOn =
    (on: Pick<postgres.Sql, "unsafe" | "typed">): Query =>
    <Row>(statement: string, ...values: Value[]) =>
      on.unsafe(statement, values.map((value) => sent(on, value)) as never[], { prepare: true }) as unknown as Promise<
        Rows<Row>
      >;
  const query = queryOn(sql);

  async function oneTransaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    let [isEnding, isOver] = [false, false];

    async function held(query: Query): Promise<{ result: T }> {
      try {
        const result = await work(whileOpen(query, () => isOver));
        if (isOver) return await never();
        isEnding = true;
        return { result };
      } catch (error) {
        if (isOver || isGone(error)) return await never();
        throw error;
      } finally {
        isOver = true;
      }
    }

    try {
      // Refuses to commit once a statement has failed, also where `work` went on: COMMIT would say so by its tag alone.
      return (await sql.begin((on) => held(queryOn(on)))).result;
    } catch (error) {
      isOver = true;
      if (isEnding && isLostConnection(error))
        throw new CommitUnknown("The connection was lost at COMMIT.", { cause: error });
      throw error;
    }
  }

  return {
    query: (statement, ...values) =>
      /^\s*SELECT\b/.test(statement)
        ? patiently(() => query(statement, ...values))
        : query(statement, ...values).catch((error: unknown) => Promise.reject(plainly(error))),
    transaction: (work) => patiently(() => oneTransaction(work)),
    close: () => sql.end({ timeout: connectSeconds }),
  };
}

/**
 * What a transaction comes to whose connection is gone. The driver says by itself that it is; told of an end, it would send COMMIT or
 * ROLLBACK where nobody listens (and throws, where nobody can catch it), or into the transaction of whoever has the connection next.
 */
const never = () => new Promise<never>(() => undefined);

/** Of statements sent together one may fail while others are still to come: those must not run by themselves afterwards. */
const whileOpen =
  (query: Query, isOver: () => boolean): Query =>
  (statement, ...values) =>
    isOver() ? Promise.reject(new Error("The transaction has ended.")) : query(statement, ...values);

/** Connections are lost in a dozen ways, which callers need not know. */
const plainly = (error: unknown): unknown =>
  isLostConnection(error) ? new DatabaseAway("The database does not answer.", { cause: error }) : error;

/** Tries again what is lost, a little later each time, until `patienceMs` are over. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for await (const isLast of pauses(patienceMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (isLast || !(isLostConnection(error) || isLostTransaction(error))) throw plainly(error);
    }
  }
  throw new Error("Unreachable: the last pause is marked.");
}

/** Text in PostgreSQL holds every character but U+0000, which senders' strings may have: it becomes the replacement character. */
function sent(on: Pick<postgres.Sql, "typed">, value: Value): unknown {
  if (typeof value === "string") return withoutNul(value);
  if (!Array.isArray(value)) return value;
  const list = value as readonly (string | number | null | Uint8Array)[];
  if (list.some((each) => each instanceof Uint8Array)) return on.typed(list as never, oid.byteLists);
  return list.map((each) => (typeof each === "string" ? withoutNul(each) : each));
}

export const withoutNul = (text: string) => (text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text);
