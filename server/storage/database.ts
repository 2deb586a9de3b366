import type { Sql } from "./sql.ts";

/** Rows of a statement. `count`: number of rows returned or changed. */
export type Rows<Row> = Row[] & { count: number };

/**
 * Runs one statement, prepared once per text. Rows are trusted to be `Row`: the type is next to its
 * SQL. A statement that doesn't start with SELECT counts as a write.
 */
export type Query = <Row = never>(statement: Sql) => Promise<Rows<Row>>;

/** What both engines offer to nouns with one SQL for both. */
export type Database = {
  /** Outside a transaction: reads see committed data. */
  query: Query;
  /** All or nothing. `work` may run more than once, and must use the `query` that it receives. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  locks: Locks;
};

/** Work done by one transaction at a time across processes. Logs assign their IDs under these. */
export type LockName = "monitors" | "releases" | "notices" | "deliveries";

/** In SQLite, a writing transaction is exclusive anyway, and logs use rowids. */
export type Locks = {
  /**
   * Like `query`, but takes the lock before the first statement and holds it until the transaction
   * ends.
   */
  underLock(query: Query, lock: LockName): Query;
  /** The next IDs of a log, in the order of commits; null if the log assigns them itself. */
  takeNumbers(query: Query, lock: LockName, count: number): Promise<(number | null)[]>;
  /** The last assigned ID, even if its entry was deleted; 0 before the first. */
  newest(query: Query, lock: LockName): Promise<number>;
};

/** The first row that a statement returns. */
export async function firstOf<Row>(rows: Promise<Rows<Row>>): Promise<Row | undefined> {
  return (await rows)[0];
}

/** Number of rows a statement changed. */
export async function countOf(rows: Promise<Rows<never>>): Promise<number> {
  return (await rows).count;
}

/** PostgreSQL's unique_violation and SQLITE_CONSTRAINT_UNIQUE. */
const isTaken = ({ code, errcode }: { code?: unknown; errcode?: unknown }) =>
  code === "23505" || errcode === 2067;

/**
 * Result of a change; "taken" if another row has the unique value, and nothing changes: UPDATE has
 * no ON CONFLICT. Not inside a transaction.
 */
export async function catchTaken<T>(change: Promise<T>): Promise<T | "taken"> {
  try {
    return await change;
  } catch (error) {
    if (isTaken(error as object)) return "taken";
    throw error;
  }
}
