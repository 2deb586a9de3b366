/** Codes of PostgreSQL (appendix A of its manual), of the driver and of sockets. */
type Coded = { code?: unknown };

export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as Coded;
  return typeof code === "string" ? code : "";
};

/**
 * Shutting down (57P01–3), silent for too long (57P05, in a transaction 25P03, for too long in one
 * 25P04), a stand-by that takes no writes (25006), no connection left (53300), and everything of
 * class 08.
 */
/** read_only_sql_transaction. */
export const readOnlyState = "25006";
/** Ours: the address asks for TLS, and the server says that it has none. */
export const noTlsCode = "NO_TLS";

const connectionStates = /^(?:08...|57P0[1235]|25P0[34]|25006|53300)$/;
const connectionWords =
  /^(?:NO_TLS|CONNECTION_\w+|CONNECT_TIMEOUT|E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;

/**
 * Serialization failure, deadlock, a lock that was not to be had: the same once more, on the same
 * connection.
 */
const transactionStates = /^(?:40001|40P01|55P03)$/;

/**
 * The same may succeed on another connection, or later. Of several hosts that were tried, each has
 * its error.
 */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLostConnection);
  if (isLostNode(error)) return false;
  const code = codeOf(error);
  return connectionStates.test(code) || connectionWords.test(code);
}

/**
 * On a cluster, the server that was asked is there, and another node that has the data is not. The
 * answer is an error like any other: the connection can be used further.
 */
export const isLostNode = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { severity?: unknown }).severity === "ERROR" &&
  /^(?:08...|57P0[123])$/.test(codeOf(error));

export const isLostTransaction = (error: unknown): boolean => transactionStates.test(codeOf(error));
