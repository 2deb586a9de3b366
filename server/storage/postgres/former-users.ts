import type { UserId } from "#server/domain/ids.ts";
import type { Query } from "./database.ts";

/**
 * What an account leaves behind in the tables that lie with projects, which have no foreign key to `users`: over all projects at
 * once. `tests/storage/postgres-tables.test.ts` holds the list complete.
 */
export const leaving = [
  "UPDATE issues SET assignee_id = NULL WHERE assignee_id = $1",
  "UPDATE activities SET user_id = NULL, former = 1 WHERE user_id = $1",
  "UPDATE comments SET user_id = NULL WHERE user_id = $1",
  "UPDATE discarded_fingerprints SET user_id = NULL WHERE user_id = $1",
  "DELETE FROM subscriptions WHERE user_id = $1",
] as const;

/** For use inside a transaction. */
export async function leaveTelemetry(query: Query, userId: UserId): Promise<void> {
  await Promise.all(leaving.map((statement) => query(statement, userId)));
}
