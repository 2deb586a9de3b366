import postgres from "postgres";
import type { Query, Rows, Value } from "./database.ts";

/** One connection, opened by its first statement. Once it is lost nothing is sent any more: whoever needs one opens another. */
export type Connection = {
  query: Query;
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

/**
 * Several hosts may stand in the address: the one that takes writes is used. Integers come as numbers (ours stay below 2^53), days
 * as `2026-11-21`.
 *
 * A driver of its own for each connection, which is never used again after a loss: it would open another one by itself and send
 * there, outside of any transaction, what was left of one; or write to the socket that is no more, which nobody can catch.
 *
 * `statementMs`: the server ends a statement that takes longer, also one whose reader is gone.
 */
export function openConnection(url: string, statementMs?: number): Connection {
  const underWay = new Map<Sent, (reason: Error) => void>();
  let hasGone = false;
  const sql = postgres(url, {
    max: 1,
    idle_timeout: idleSeconds,
    connect_timeout: connectSeconds,
    max_lifetime: null,
    target_session_attrs: "read-write",
    onnotice: () => undefined,
    onclose: lose,
    connection: { application_name: "spoor", ...(statementMs !== undefined && { statement_timeout: statementMs }) },
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
    const sent = sql.unsafe(statement, values.map((value) => written(sql, value)) as never[], { prepare: true });
    const { promise, resolve, reject } = Promise.withResolvers<Rows<Row>>();
    underWay.set(sent, reject);
    void sent.then((rows) => resolve(rows as unknown as Rows<Row>), reject).finally(() => underWay.delete(sent));
    return promise;
  }

  return {
    query: send,
    isLost: () => hasGone,
    end: () => sql.end({ timeout: connectSeconds }),
    abandon() {
      lose();
      void sql.end({ timeout: 0 });
    },
  };
}

/** The driver notes with a statement to which server it went. */
const isSent = (statement: Sent) => (statement as { state?: unknown }).state !== undefined;

const connectionLost = () => Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" });

/** Lists of bytes have to be told from other lists. */
function written(sql: postgres.Sql, value: Value): unknown {
  const hasBytes = Array.isArray(value) && value.some((each) => each instanceof Uint8Array);
  return hasBytes ? sql.typed(value as never, oid.byteLists) : value;
}
