import type { DatabaseSync } from "node:sqlite";

/**
 * Runs `work` in one transaction that holds the write lock from its beginning. For work that awaits
 * nothing; else `writing.ts`.
 */
export function atOnce<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors end the transaction by themselves.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
