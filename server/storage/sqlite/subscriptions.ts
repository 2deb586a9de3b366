import type { DatabaseSync } from "node:sqlite";
import type { Because, JoinedBecause } from "#server/domain/discussion/participation.ts";
import type { IssueId, UserId } from "#server/domain/ids.ts";
import type { SubscriptionStore } from "#server/storage/discussion-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const select = `SELECT u.id, u.name, s.because FROM subscriptions s JOIN users u ON u.id = s.user_id
  WHERE s.issue_id = ? AND u.disabled_at IS NULL`;
const upsert = `INSERT INTO subscriptions (issue_id, user_id, because) SELECT id, ?2, ?3 FROM issues WHERE id = ?1
  ON CONFLICT DO UPDATE SET because = excluded.because`;
const insert = `INSERT INTO subscriptions (issue_id, user_id, because)
  SELECT i.id, u.id, ?3 FROM issues i, users u WHERE i.id = ?1 AND u.id = ?2 ON CONFLICT DO NOTHING`;

export function subscriptionStore({ reader, writer }: Connections, write: Write): SubscriptionStore {
  const read = prepare<{ id: number; name: string; because: Because }>(reader, select);
  const set = prepare(writer, upsert);
  const join = joinIssue(writer);
  return {
    list: async (_projectId, issueId) =>
      read.all(issueId).map(({ id, name, because }) => ({ user: { id: id as UserId, name }, because })),
    set: (_projectId, issueId, userId, to) => write(() => void set.run(issueId, userId, to)),
    join: (_projectId, issueId, userIds, because) => write(() => join(issueId, userIds, because)),
  };
}

/** For use inside a transaction. An issue or a person that is gone is passed over: who joins them may come late. */
export function joinIssue(writer: DatabaseSync) {
  const add = prepare(writer, insert);
  return (issueId: IssueId, userIds: UserId[], because: JoinedBecause): void => {
    for (const userId of userIds) add.run(issueId, userId, because);
  };
}
