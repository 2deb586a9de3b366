import postgres from "postgres";
import type { Rows } from "#server/storage/database.ts";
import type { Value } from "#server/storage/sql.ts";
import type { Query } from "./database.ts";
import { readOnlyState } from "./lost.ts";

/**
 * One connection, opened by its first statement. Once it is lost nothing is sent any more: anyone
 * who needs one opens another.
 */
export type Connection = {
  /** Opens it, once: rejects where the server takes no writes. Nothing else is sent before. */
  ready(): Promise<void>;
  query: Query;
  /** Statements that begin a transaction. */
  beginning(): string[];
  /**
   * Whether a pooler (PgBouncer) gives each transaction another session of the server: nothing
   * outlives one.
   */
  isPooled(): boolean;
  isLost(): boolean;
  /** What was sent is waited for, but not for long. */
  end(): Promise<void>;
  /** As if it were lost: where it cannot be told what state it is in. */
  abandon(): void;
};

const idleSeconds = 60;
const connectSeconds = 5;

/** PostgreSQL's type numbers (pg_type). */
const oid = { bytes: 17, int8: 20, numeric: 1700, date: 1082, byteLists: 1001 };

const asNumber = { to: oid.int8, from: [oid.int8, oid.numeric], serialize: String, parse: Number };
const asText = { to: oid.date, from: [oid.date], serialize: String, parse: (text: string) => text };

type Sent = { cancel(): void };

export type ConnectionOptions = {
  url: string;
  /**
   * The server ends a statement that takes longer, also one whose reader is gone; 0 is no limit.
   */
  statementMs: number;
  /**
   * Where a pooler refuses settings in the message that opens a connection, they are sent later.
   */
  settings: "at-start" | "later";
};

/**
 * A process whose machine loses power says no good-bye, and what its transaction holds (a project,
 * a turn) keeps all others waiting until the server's system gives the connection up: two hours by
 * default. Nothing here is silent for so long.
 */
const silentMs = 60_000;

// What the database's own settings say of these would end batches that wait for one another.
// As texts: the driver leaves a setting out whose value is the number 0.
const limitsOf = (statementMs: number) => ({
  statement_timeout: `${statementMs}`,
  lock_timeout: "0",
  idle_in_transaction_session_timeout: `${silentMs}`,
});

// A pooler makes up the process number that it tells when a connection opens.
const greeting =
  "SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') AS read_only";

/**
 * Integers come as numbers (ours stay below 2^53), days as `2026-11-21`.
 *
 * A driver of its own for each connection, which is never used again after a loss: it would open
 * another one by itself and send there, outside of any transaction, what was left of one; or write
 * to the socket that is no more, which cannot be caught.
 *
 * Statements are prepared by name, except behind a pooler: the next transaction may go to a server
 * session that has not seen them.
 */
export function openConnection({ url, statementMs, settings }: ConnectionOptions): Connection {
  const underWay = new Map<Sent, (reason: Error) => void>();
  let hasGone = false;
  let opened: Promise<void> | undefined;
  let isPooled = true;
  const sql = postgres(url, {
    max: 1,
    idle_timeout: idleSeconds,
    connect_timeout: connectSeconds,
    max_lifetime: null,
    onnotice: () => undefined,
    onclose: lose,
    connection: {
      application_name: "spoor",
      ...(settings === "at-start" && (limitsOf(statementMs) as object)),
    },
    types: { bigint: asNumber, date: asText },
  });

  function lose(): void {
    hasGone = true;
    for (const [statement, refuse] of underWay) {
      // What the driver has not sent yet it must not send elsewhere.
      if (!isSent(statement)) statement.cancel();
      refuse(connectionLost());
    }
    underWay.clear();
  }

  function send<Row>(statement: string, ...values: Value[]): Promise<Rows<Row>> {
    if (hasGone) return Promise.reject(connectionLost());
    // Without values the driver would have it parsed and planned each time, unless it is told so;
    // its types do not know.
    const simple = values.length === 0 && (isPooled || !isRead(statement));
    const how: { prepare: boolean } = Object.assign({ prepare: !isPooled }, { simple });
    const sent = sql.unsafe(statement, values.map((value) => written(sql, value)) as never[], how);
    const { promise, resolve, reject } = Promise.withResolvers<Rows<Row>>();
    underWay.set(sent, reject);
    void sent
      .then((rows) => resolve(rows as unknown as Rows<Row>), reject)
      .finally(() => underWay.delete(sent));
    return promise;
  }

  const locally = (): string[] =>
    Object.entries(limitsOf(statementMs)).map(([name, value]) => `SET LOCAL ${name} = ${value}`);

  async function greet(): Promise<void> {
    const rows = await send<{ pid: number; read_only: "on" | "off" }>(greeting);
    if (rows[0]!.read_only === "on") throw readOnly();
    isPooled = (rows as { state?: { pid?: number } }).state?.pid !== rows[0]!.pid;
    if (isPooled || settings === "at-start") return;
    for (const [name, value] of Object.entries(limitsOf(statementMs)))
      await send(`SET ${name} = ${value}`);
  }

  function abandon(): void {
    lose();
    void sql.end({ timeout: 0 });
  }

  return {
    ready: () =>
      (opened ??= greet().catch((error: unknown) => {
        abandon();
        throw error;
      })),
    query: send,
    beginning: () => ["BEGIN", ...(isPooled ? locally() : [])],
    isPooled: () => isPooled,
    isLost: () => hasGone,
    end: () => sql.end({ timeout: connectSeconds }),
    abandon,
  };
}

/** Whether it only reads: planned once a connection, and safe to send beside others. */
export const isRead = (statement: string): boolean => /^\s*SELECT\b/.test(statement);

/** The driver notes with a statement to which server it went. */
const isSent = (statement: Sent) => (statement as { state?: unknown }).state !== undefined;

const readOnly = () =>
  Object.assign(new Error("The server doesn't accept writes."), { code: readOnlyState });

const connectionLost = () =>
  Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" });

/** Lists of bytes have to be told from other lists. */
function written(sql: postgres.Sql, value: Value): unknown {
  const hasBytes = Array.isArray(value) && value.some((each) => each instanceof Uint8Array);
  return hasBytes ? sql.typed(value as never, oid.byteLists) : value;
}
