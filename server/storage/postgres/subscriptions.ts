import type { Because, JoinedBecause } from "#server/domain/discussion/participation.ts";
import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { SubscriptionStore } from "#server/storage/discussion-store.ts";
import type { Database, Query } from "./database.ts";

const select = "SELECT user_id, because FROM subscriptions WHERE project_id = $1 AND issue_id = $2";
const selectPresent = "SELECT id, name FROM users WHERE id = ANY($1::bigint[]) AND disabled_at IS NULL";
const upsert = `INSERT INTO subscriptions (project_id, issue_id, user_id, because)
  SELECT i.project_id, i.id, $3::bigint, $4 FROM issues i WHERE i.project_id = $1 AND i.id = $2
  ON CONFLICT (project_id, issue_id, user_id) DO UPDATE SET because = excluded.because`;
const selectUsers = "SELECT id FROM users WHERE id = ANY($1::bigint[])";
const insert = `INSERT INTO subscriptions (project_id, issue_id, user_id, because)
  SELECT i.project_id, i.id, u.id, $4 FROM issues i CROSS JOIN unnest($3::bigint[]) AS u (id)
  WHERE i.project_id = $1 AND i.id = $2 ON CONFLICT DO NOTHING`;

export function subscriptionStore({ query, transaction }: Database): SubscriptionStore {
  return {
    async list(projectId, issueId) {
      const rows = await query<{ user_id: number; because: Because }>(select, projectId, issueId);
      const ids = rows.map(({ user_id }) => user_id);
      const users = ids.length === 0 ? [] : await query<{ id: UserId; name: string }>(selectPresent, ids);
      const because = new Map(rows.map((row) => [row.user_id, row.because]));
      return users.map((user) => ({ user, because: because.get(user.id)! }));
    },
    set: async (projectId, issueId, userId, to) => void (await query(upsert, projectId, issueId, userId, to)),
    join: (projectId, issueId, userIds, because) =>
      transaction((query) => joinIssue(query, { projectId, issueId, userIds, because })),
  };
}

type Joining = { projectId: ProjectId; issueId: IssueId; userIds: UserId[]; because: JoinedBecause };

/** For use inside a transaction. An issue or a person that is gone is passed over: who joins them may come late. */
export async function joinIssue(query: Query, { projectId, issueId, userIds, because }: Joining): Promise<void> {
  if (userIds.length === 0) return;
  const present = await query<{ id: number }>(selectUsers, userIds);
  const ids = present.map(({ id }) => id);
  await query(insert, projectId, issueId, ids, because);
}
