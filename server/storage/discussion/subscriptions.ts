import type { SubscriptionReason, JoinReason } from "#server/domain/discussion/participation.ts";
import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/database.ts";
import { ofIssue } from "#server/storage/issues/of-issue.ts";
import { byDialect, isAnyOf, raw, rowsOf, sql } from "#server/storage/sql.ts";
import type { IssueDatabase } from "#server/storage/issues/issue-database.ts";
import type { SubscriptionStore } from "./discussion-store.ts";

/** In PostgreSQL, a subscription is stored with its project. */
const columns = byDialect(
  raw("issue_id, user_id, because"),
  raw("project_id, issue_id, user_id, because"),
);
const key = byDialect(raw("issue_id, user_id"), raw("project_id, issue_id, user_id"));
const issue = byDialect(raw("i.id"), raw("i.project_id, i.id"));

export function subscriptionStore({ query, transaction }: IssueDatabase): SubscriptionStore {
  return {
    async list(projectId, issueId) {
      const rows = await query<{ user_id: number; because: SubscriptionReason }>(
        sql`SELECT user_id, because FROM subscriptions WHERE ${ofIssue(projectId, issueId)}`,
      );
      const ids = rows.map(({ user_id }) => user_id);
      const users =
        ids.length === 0
          ? []
          : await query<{ id: UserId; name: string }>(
              sql`SELECT id, name FROM users WHERE ${isAnyOf(raw("id"), ids)} AND disabled_at IS NULL`,
            );
      const because = new Map(rows.map((row) => [row.user_id, row.because]));
      return users.map(({ id, name }) => ({ user: { id, name }, because: because.get(id)! }));
    },
    async set(projectId, issueId, userId, to) {
      const user = byDialect(sql`${userId}`, sql`${userId}::bigint`);
      await query(sql`INSERT INTO subscriptions (${columns}) SELECT ${issue}, ${user}, ${to} FROM issues i
        WHERE i.project_id = ${projectId} AND i.id = ${issueId}
        ON CONFLICT (${key}) DO UPDATE SET because = excluded.because`);
    },
    join: (projectId, issueId, userIds, because) =>
      transaction(({ query }) => joinIssue(query, { projectId, issueId, userIds, because })),
  };
}

type Joining = {
  projectId: ProjectId;
  issueId: IssueId;
  userIds: UserId[];
  because: JoinReason;
};

/** Use in a transaction. Skips deleted issues and users, because a subscription may come late. */
export async function joinIssue(
  query: Query,
  { projectId, issueId, userIds, because }: Joining,
): Promise<void> {
  if (userIds.length === 0) return;
  const present = await query<{ id: number }>(
    sql`SELECT id FROM users WHERE ${isAnyOf(raw("id"), userIds)}`,
  );
  if (present.length === 0) return;
  const users = rowsOf(
    { user_id: "bigint" },
    present.map(({ id }) => [id]),
  );
  await query(sql`INSERT INTO subscriptions (${columns}) SELECT ${issue}, given.user_id, ${because}
    FROM issues i CROSS JOIN ${users} WHERE i.project_id = ${projectId} AND i.id = ${issueId} ON CONFLICT DO NOTHING`);
}
