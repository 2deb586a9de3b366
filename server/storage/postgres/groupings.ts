import type { IssueId } from "#server/domain/ids.ts";
import type { GroupingStore } from "#server/storage/grouping-store.ts";
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
const countUsers = `SELECT count(DISTINCT user_hash) AS users FROM issue_users
  WHERE project_id = $1 AND issue_id = ANY($2::bigint[])`;

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
    usersOf: async (projectId, issueIds) => (await query<{ users: number }>(countUsers, projectId, issueIds))[0]!.users,
  };
}
