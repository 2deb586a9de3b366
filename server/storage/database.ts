import type { Sql } from "./sql.ts";

/** The rows of a statement; `count` is how many it returned or changed. */
export type Rows<Row> = Row[] & { count: number };

/**
 * Runs one statement, prepared once by its text. Rows are trusted to be `Row`: the type is next to
 * the SQL that makes it true. What does not begin with SELECT counts as a write.
 */
export type Query = <Row = never>(statement: Sql) => Promise<Rows<Row>>;

/** What both engines offer to the nouns that have one SQL for both. */
export type Database = {
  /** By itself: reads see what is committed. */
  query: Query;
  /**
   * Everything or nothing. `work` may run more than once, and must use the `query` that it
   * receives.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  locks: Locks;
};

/**
 * What one transaction at a time does, of all processes. Those that keep a log number its entries.
 */
export type LockName = "monitors" | "releases" | "notices" | "deliveries";

/** In SQLite a transaction that writes is alone anyway, and its logs number themselves. */
export type Locks = {
  /**
   * As `query`, which takes the turn before its first statement and keeps it until the transaction
   * ends.
   */
  underLock(query: Query, lock: LockName): Query;
  /**
   * The next numbers of a log, which grow in the order of commits; null where the log numbers
   * itself.
   */
  takeNumbers(query: Query, lock: LockName, count: number): Promise<(number | null)[]>;
  /** The number that was given last, also where its entry is gone; 0 before the first. */
  newest(query: Query, lock: LockName): Promise<number>;
};

/** The first row that a statement returns. */
export async function firstOf<Row>(rows: Promise<Rows<Row>>): Promise<Row | undefined> {
  return (await rows)[0];
}

/** How many rows a statement changed. */
export async function countOf(rows: Promise<Rows<never>>): Promise<number> {
  return (await rows).count;
}

/** unique_violation of PostgreSQL, and SQLITE_CONSTRAINT_UNIQUE. */
const isTaken = ({ code, errcode }: { code?: unknown; errcode?: unknown }) =>
  code === "23505" || errcode === 2067;

/**
 * What a change gives; "taken" where another row has what must be unique, and nothing is changed:
 * an UPDATE has no ON CONFLICT. Not inside a transaction.
 */
export async function unlessTaken<T>(change: Promise<T>): Promise<T | "taken"> {
  try {
    return await change;
  } catch (error) {
    if (isTaken(error as object)) return "taken";
    throw error;
  }
}
