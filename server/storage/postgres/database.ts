import type { Rows } from "#server/storage/database.ts";
import type { Cell, Value } from "#server/storage/sql.ts";
import type { PoolFigures } from "#server/storage/store.ts";
import { type Connection, isRead } from "./connection.ts";
import { connectionPool, type Task } from "./connection-pool.ts";
import { connector } from "./connector.ts";
import {
  codeOf,
  isLostConnection,
  isLostNode,
  isLostTransaction,
  isMovingShards,
  noTlsCode,
  readOnlyState,
} from "./lost.ts";
import { backOff } from "./back-off.ts";
import { statementGroups } from "./statement-groups.ts";

/**
 * Runs one statement with `$1`, `$2`, …, prepared once per connection and text. Several calls
 * without an await in between are sent together. Rows are trusted to be `Row`: the type is next to
 * its SQL.
 */
export type Query = <Row = never>(statement: string, ...values: Value[]) => Promise<Rows<Row>>;

export type Database = {
  /** Outside a transaction, on any connection. After a lost connection, only SELECT is repeated. */
  query: Query;
  /**
   * All or nothing. `work` may run more than once: after a deadlock, or if the connection is lost
   * before the end. Throws `CommitUnknown` if it is unknown whether the commit succeeded.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Same, on a connection reserved for batches, which keeps their plans. */
  batch<T>(work: (query: Query) => Promise<T>): Promise<T>;
  pool(): PoolFigures;
  close(): Promise<void>;
};

/** The connection was lost during the commit, which may or may not have succeeded. */
class CommitUnknown extends Error {
  readonly code = "commit-unknown";
}

/** No server responded, or none that accepts writes. The call can be repeated. */
export class DatabaseAway extends Error {
  readonly code: string = "database-away";
}

class DatabaseReadOnly extends DatabaseAway {
  override readonly code = "database-read-only";
}

class DatabaseWithoutTls extends DatabaseAway {
  override readonly code = "database-without-tls";
}

/** The server responds, but a cluster node with the requested data does not, or not yet. */
export class NodeAway extends Error {
  readonly code = "database-node-away";
}

/** How long a user request waits for an unreachable database (a failover takes seconds). */
const patienceMs = 2_000;

/**
 * Connects on first use, with up to this many connections. Finds the writable server again after a
 * failover.
 */
export function connectDatabase(url: string, connections: number, statementMs = 0): Database {
  const pool = connectionPool(connector(url, statementMs), connections);
  const reading = statementGroups(pool);
  const send = (connection: Connection, statement: string, values: Value[]) =>
    // Behind a pooler, a time limit applies to one transaction only.
    connection.isPooled() && statementMs > 0
      ? oneTransaction(connection, (alone) => alone(statement, ...values))
      : connection.query(statement, ...values.map(withoutNuls));
  const query = <Row>(statement: string, ...values: Value[]): Promise<Rows<Row>> => {
    // A write may have to wait for a transaction, which may wait for statements queued behind it.
    if (isRead(statement))
      return patiently(() => reading((connection) => send(connection, statement, values)));
    const written = pool.using((connection) => send(connection, statement, values));
    return written.catch((error: unknown) => Promise.reject(plainly(error)));
  };
  const transaction = <T>(work: (query: Query) => Promise<T>, task: Task) =>
    patiently(() => pool.using((connection) => oneTransaction(connection, work), task));
  return {
    query,
    transaction: (work) => transaction(work, "transaction"),
    batch: (work) => transaction(work, "batch"),
    pool: () => pool.figures(),
    close: () => pool.close(),
  };
}

async function oneTransaction<T>(
  connection: Connection,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let failure: { error: unknown } | undefined;
  const query: Query = (statement, ...values) => {
    // One of several statements sent together may fail. Later ones must not run outside the
    // transaction.
    if (isOver) return Promise.reject(new Error("The transaction has ended."));
    const answer = connection.query(statement, ...values.map(withoutNuls));
    answer.catch((error: unknown) => (failure ??= { error }));
    return answer;
  };
  // Sent with the first statements of `work`. Fails only if the connection is lost, and then
  // everything fails.
  const begun = Promise.all(connection.beginning().map((statement) => connection.query(statement)));
  begun.catch(() => undefined);
  try {
    const result = await work(query);
    await begun;
    // Also if `work` continued after a failed statement: COMMIT would then succeed and only report
    // ROLLBACK in its tag.
    if (failure) throw failure.error;
    isOver = true;
    await commit(connection, () => failure?.error);
    return result;
  } catch (error) {
    isOver = true;
    await rollBack(connection, error);
    throw isAfterFailure(error) && failure ? failure.error : error;
  }
}

async function commit(connection: Connection, failure: () => unknown): Promise<void> {
  const wasLost = connection.isLost();
  try {
    const { command } = (await connection.query("COMMIT")) as { command?: string };
    if (command !== "COMMIT") throw failure() ?? new Error("The transaction was rolled back.");
  } catch (error) {
    if (wasLost || !isLostConnection(error)) throw error;
    throw new CommitUnknown("The connection was lost at COMMIT.", { cause: error });
  }
}

/** A connection whose failure was not a database response is not used again. */
async function rollBack(connection: Connection, error: unknown): Promise<void> {
  if (error instanceof CommitUnknown || isLostConnection(error)) return connection.abandon();
  await connection.query("ROLLBACK").catch(() => connection.abandon());
}

/** in_failed_sql_transaction: a consequence of an earlier failure. */
const isAfterFailure = (error: unknown) => (error as { code?: unknown }).code === "25P02";

/** Connections fail in a dozen ways that callers need not distinguish. */
function plainly(error: unknown): unknown {
  if (isMovingShards(error))
    return new NodeAway("A day can't be created while the cluster moves shards.", { cause: error });
  if (isLostNode(error))
    return new NodeAway("A node of the database cluster does not respond.", { cause: error });
  if (!isLostConnection(error)) return error;
  const code = codeOf(error);
  if (code === readOnlyState) return new DatabaseReadOnly(readOnlySentence, { cause: error });
  if (code === noTlsCode) return new DatabaseWithoutTls(noTlsSentence, { cause: error });
  return new DatabaseAway("The database does not respond.", { cause: error });
}

const readOnlySentence =
  "The database doesn't accept writes, because it is a read-only replica. Set DATABASE_URL to the primary, or to both hosts.";
const noTlsSentence =
  "The database server does not support TLS, but DATABASE_URL requires it (sslmode=require). Enable ssl on the server, or remove sslmode.";

/** Retries lost connections with growing delays until `patienceMs` have passed. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for await (const isLast of backOff(patienceMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (isLast || !(isLostConnection(error) || isLostTransaction(error))) throw plainly(error);
    }
  }
  throw new Error("Unreachable: the last pause is marked.");
}

/**
 * PostgreSQL text can't contain U+0000, which senders' strings may have: it becomes the replacement
 * character.
 */
export const withoutNul = (text: string): string =>
  text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;

function withoutNuls(value: Value): Value {
  if (typeof value === "string") return withoutNul(value);
  return Array.isArray(value)
    ? value.map((each: Cell) => (typeof each === "string" ? withoutNul(each) : each))
    : value;
}
