import type { IssueId } from "#server/domain/ids.ts";
import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import { userHash } from "#server/storage/layout/user-hash.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const insert = `INSERT INTO issue_users (project_id, issue_id, user_hash)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING RETURNING issue_id`;

/** Use in a transaction. */
export async function countUsers(
  query: Query,
  seenUsers: Parameters<DigestTransaction["countUsers"]>[0],
): Promise<Map<IssueId, number>> {
  if (seenUsers.length === 0) return new Map();
  const every = new Map(seenUsers.map(({ issueId, every: each = 1 }) => [issueId, each]));
  const added = new Map(seenUsers.map(({ issueId }) => [issueId, 0]));
  const rows = seenUsers
    .map(({ projectId, issueId, user }) => [projectId, issueId, userHash(user)] as const)
    .filter(([, issueId, hash]) => hash % (every.get(issueId) ?? 1) === 0);
  if (rows.length === 0) return added;
  for (const { issue_id } of await query<{ issue_id: IssueId }>(
    insert,
    ...columnsOf(rows.map((row) => [...row])),
  ))
    added.set(issue_id, added.get(issue_id)! + every.get(issue_id)!);
  return added;
}
