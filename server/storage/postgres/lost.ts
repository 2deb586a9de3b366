/** Codes of PostgreSQL (appendix A of its manual), the driver, and sockets. */
type Coded = { code?: unknown };

export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as Coded;
  return typeof code === "string" ? code : "";
};

/**
 * Shutting down (57P01–3), idle for too long (57P05, in a transaction 25P03, a transaction too long
 * 25P04), a read-only standby (25006), too many connections (53300), and all of class 08.
 */
/** read_only_sql_transaction. */
export const readOnlyState = "25006";
/** Our code: the URL requires TLS, and the server doesn't support it. */
export const noTlsCode = "NO_TLS";

const connectionStates = /^(?:08...|57P0[1235]|25P0[34]|25006|53300)$/;
const connectionWords =
  /^(?:NO_TLS|CONNECTION_\w+|CONNECT_TIMEOUT|E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;

/** Serialization failure, deadlock, lock not available: retry on the same connection. */
const transactionStates = /^(?:40001|40P01|55P03)$/;

/** May succeed on another connection, or later. With several hosts, each has its error. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLostConnection);
  if (isLostNode(error)) return false;
  const code = codeOf(error);
  return connectionStates.test(code) || connectionWords.test(code);
}

/**
 * On a cluster, the queried server responds, but another node with the data does not. An ordinary
 * error: the connection stays usable.
 */
export const isLostNode = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { severity?: unknown }).severity === "ERROR" &&
  /^(?:08...|57P0[123])$/.test(codeOf(error));

/**
 * While Citus moves shards, no tables can be added to their group, such as those of a day. It
 * reports this without a code of its own.
 */
export const isMovingShards = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("could not acquire the lock required to ");

export const isLostTransaction = (error: unknown): boolean => transactionStates.test(codeOf(error));
