import type { IssueId } from "#server/domain/ids.ts";
import type { GroupingStore, UsersInBoth } from "#server/storage/grouping-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { isMoving, moveEvents } from "./event-moves.ts";
import { issueCandidates } from "./issue-candidates.ts";
import { mergeIssues } from "./issue-merge.ts";
import { issueParts } from "./issue-parts.ts";
import { splitIssue } from "./issue-split.ts";
import { newestEvents } from "./newest-events.ts";
import { holding } from "./writers.ts";

const selectOwner = "SELECT issue_id FROM fingerprints WHERE project_id = $1 AND hash = $2";
// Looked up one by one: a join would read all users of the second issue.
const selectInBoth = `SELECT count(*) AS "lookedUp", count(b.user_hash) AS "inBoth"
  FROM (SELECT user_hash FROM issue_users WHERE project_id = $1 AND issue_id = $2 ORDER BY user_hash LIMIT $4) a
  LEFT JOIN LATERAL (SELECT user_hash FROM issue_users
    WHERE project_id = $1 AND issue_id = $3 AND user_hash = a.user_hash LIMIT 1) b ON true`;

/** Acts hold their project: a batch of the digest comes wholly before or wholly after. */
export function groupingStore(database: Database, days: Days): GroupingStore {
  const { query } = database;
  return {
    merge: (projectId, act) => holding(database, projectId, (query) => mergeIssues(query, projectId, act)),
    split: (projectId, act) => holding(database, projectId, (query) => splitIssue(query, projectId, act)),
    moveEvents: () => moveEvents(database, days),
    isMoving: (projectId, issueId) => isMoving(query, projectId, issueId),
    parts: issueParts(query, days),
    candidates: issueCandidates(query),
    newest: newestEvents(query),
    owner: async (projectId, hash) => (await query<{ issue_id: IssueId }>(selectOwner, projectId, hash))[0]?.issue_id,
    usersInBoth: async (projectId, [one, other], limit) =>
      (await query<UsersInBoth>(selectInBoth, projectId, one, other, limit))[0]!,
  };
}
