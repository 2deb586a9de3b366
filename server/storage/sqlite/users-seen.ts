import type { DatabaseSync } from "node:sqlite";
import type { IssueId } from "#server/domain/ids.ts";
import { userHash } from "#server/storage/layout/user-hash.ts";
import { prepare } from "./statement.ts";

/** For use inside a transaction. */
export function countUsers(writer: DatabaseSync) {
  const insert = prepare(writer, "INSERT INTO issue_users (issue_id, user_hash) VALUES (?, ?) ON CONFLICT DO NOTHING");

  return (sightings: { issueId: IssueId; user: string }[]): Map<IssueId, number> => {
    const added = new Map<IssueId, number>();
    for (const { issueId, user } of sightings) {
      const isNew = insert.run(issueId, userHash(user));
      added.set(issueId, (added.get(issueId) ?? 0) + isNew);
    }
    return added;
  };
}
