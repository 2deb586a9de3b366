import type { DatabaseSync } from "node:sqlite";
import type { IssueId } from "#server/domain/ids.ts";
import type { SeenUser } from "#server/storage/digest/digest-store.ts";
import { userHash } from "#server/storage/layout/user-hash.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Use in a transaction. */
export function countUsers(writer: DatabaseSync) {
  const insert = prepare(
    writer,
    "INSERT INTO issue_users (issue_id, user_hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );

  return (seenUsers: SeenUser[]): Map<IssueId, number> => {
    const added = new Map<IssueId, number>();
    for (const { issueId, user, every = 1 } of seenUsers) {
      const hash = userHash(user);
      const isNew = hash % every === 0 ? insert.run(issueId, hash) : 0;
      added.set(issueId, (added.get(issueId) ?? 0) + every * isNew);
    }
    return added;
  };
}
