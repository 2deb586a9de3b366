import postgres from "postgres";
import type { Rows } from "#server/storage/database.ts";
import type { Value } from "#server/storage/sql.ts";
import type { Query } from "./database.ts";
import { readOnlyState } from "./lost.ts";

/**
 * One connection, opened by its first statement. After a loss it sends nothing more; the caller
 * opens another.
 */
export type Connection = {
  /**
   * Opens it once. Rejects if the server accepts no writes. Must be called before anything else.
   */
  ready(): Promise<void>;
  query: Query;
  /** Statements that start a transaction. */
  beginning(): string[];
  /**
   * Whether a pooler (PgBouncer) may use another server session per transaction, so that no state
   * outlives one.
   */
  isPooled(): boolean;
  isLost(): boolean;
  /** Waits briefly for sent statements. */
  end(): Promise<void>;
  /** Treats it as lost, for a connection in an unknown state. */
  abandon(): void;
};

const connectSeconds = 5;

/** PostgreSQL's type OIDs (pg_type). */
const oid = { bytes: 17, int8: 20, numeric: 1700, date: 1082, byteLists: 1001 };

const asNumber = { to: oid.int8, from: [oid.int8, oid.numeric], serialize: String, parse: Number };
const asText = { to: oid.date, from: [oid.date], serialize: String, parse: (text: string) => text };

type Sent = { cancel(): void };

export type ConnectionOptions = {
  url: string;
  /** The server cancels longer statements, even if the client is gone; 0 means no limit. */
  statementMs: number;
  /** If a pooler rejects settings in the startup message, they are sent later. */
  settings: "at-start" | "later";
  /** Idle time until it is closed. */
  idleSeconds: number;
};

/**
 * A process on a machine that loses power closes no connection, and its transaction's locks block
 * all others until the server's operating system drops the connection: two hours by default. No
 * connection here is idle for this long.
 */
const silentMs = 60_000;

// The database's own settings would cancel batches that wait for each other. As strings, because
// the driver omits settings with the number 0.
const limitsOf = (statementMs: number) => ({
  statement_timeout: `${statementMs}`,
  lock_timeout: "0",
  idle_in_transaction_session_timeout: `${silentMs}`,
});

// A pooler invents the process ID that it sends in the greeting.
const greeting =
  "SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') AS read_only";

/**
 * Integers are numbers (ours stay below 2^53), days are `2026-11-21`.
 *
 * Each connection has its own driver instance, which is never reused after a loss: it would
 * reconnect and send the rest of a transaction outside of it, or write to the closed socket, which
 * can't be caught.
 *
 * Statements are prepared by name, except behind a pooler: the next transaction may use a server
 * session without them.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { url, statementMs, settings, idleSeconds } = options;
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
      // Statements that the driver has not sent yet must not be sent elsewhere.
      if (!isSent(statement)) statement.cancel();
      refuse(connectionLost());
    }
    underWay.clear();
  }

  function send<Row>(statement: string, ...values: Value[]): Promise<Rows<Row>> {
    if (hasGone) return Promise.reject(connectionLost());
    // Without parameters, the driver has it parsed and planned each time unless told otherwise; its
    // types lack the option.
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

/** Whether it only reads: planned once per connection, and safe to send together with others. */
export const isRead = (statement: string): boolean => /^\s*SELECT\b/.test(statement);

/** The driver records the server on each sent statement. */
const isSent = (statement: Sent) => (statement as { state?: unknown }).state !== undefined;

const readOnly = () =>
  Object.assign(new Error("The server doesn't accept writes."), { code: readOnlyState });

const connectionLost = () =>
  Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" });

/** Lists of bytes must be distinguished from other lists. */
function written(sql: postgres.Sql, value: Value): unknown {
  const hasBytes = Array.isArray(value) && value.some((each) => each instanceof Uint8Array);
  return hasBytes ? sql.typed(value as never, oid.byteLists) : value;
}
