import type { DatabaseSync } from "node:sqlite";

/**
 * Runs synchronous `work` in one transaction that holds the write lock from the start. For
 * asynchronous work, see `writing.ts`.
 */
export function atOnce<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors end the transaction.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
