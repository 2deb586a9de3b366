import type { UserId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";

/**
 * What becomes of an account's traces in the tables of projects, by column. On PostgreSQL these
 * have no foreign key to `users`, because a cluster distributes them by project.
 * `tests/storage/postgres-tables.test.ts` holds the list complete.
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

/** For use inside a transaction. */
export async function leaveTelemetry(query: Query, userId: UserId): Promise<void> {
  await Promise.all(Object.values(leftBehind).map((statement) => query(statement(userId))));
}
