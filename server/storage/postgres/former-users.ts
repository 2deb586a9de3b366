import type { UserId } from "#server/domain/ids.ts";
import type { Query } from "./database.ts";

/**
 * What an account leaves behind in the tables that lie with projects, which have no foreign key to `users`, by column: over all
 * projects at once. `tests/storage/postgres-tables.test.ts` holds the list complete.
 */
export const leftBehind = {
  "issues.assignee_id": "UPDATE issues SET assignee_id = NULL WHERE assignee_id = $1",
  "activities.user_id": "UPDATE activities SET user_id = NULL, former = 1 WHERE user_id = $1",
  "comments.user_id": "UPDATE comments SET user_id = NULL WHERE user_id = $1",
  "discarded_fingerprints.user_id": "UPDATE discarded_fingerprints SET user_id = NULL WHERE user_id = $1",
  "subscriptions.user_id": "DELETE FROM subscriptions WHERE user_id = $1",
};

/** For use inside a transaction. */
export async function leaveTelemetry(query: Query, userId: UserId): Promise<void> {
  await Promise.all(Object.values(leftBehind).map((statement) => query(statement, userId)));
}
