import type { UserId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";

/**
 * What happens to an account's references in project tables, by column. On PostgreSQL, these have
 * no foreign key to `users`, because a cluster distributes them by project.
 * `tests/storage/postgres-tables.test.ts` checks that the list is complete.
 */
export const leftBehind = {
  "issues.assignee_id": (id: UserId) =>
    sql`UPDATE issues SET assignee_id = NULL WHERE assignee_id = ${id}`,
  "activities.user_id": (id: UserId) =>
    sql`UPDATE activities SET user_id = NULL, former = 1 WHERE user_id = ${id}`,
  "comments.user_id": (id: UserId) => sql`UPDATE comments SET user_id = NULL WHERE user_id = ${id}`,
  "discarded_fingerprints.user_id": (id: UserId) =>
    sql`UPDATE discarded_fingerprints SET user_id = NULL WHERE user_id = ${id}`,
  "subscriptions.user_id": (id: UserId) => sql`DELETE FROM subscriptions WHERE user_id = ${id}`,
};

/** Use in a transaction. */
export async function leaveTelemetry(query: Query, userId: UserId): Promise<void> {
  await Promise.all(Object.values(leftBehind).map((statement) => query(statement(userId))));
}
