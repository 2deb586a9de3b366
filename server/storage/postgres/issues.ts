import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { partsLookedAt } from "#server/storage/layout/issue-part.ts";
import type { IssueStore, StoredFingerprint } from "#server/storage/store.ts";
import { followActivity, newestActivity, readActivity, readActsSince, readRecentActivity } from "./activities.ts";
import { readAssignable } from "./assignable.ts";
import type { Rows } from "#server/storage/database.ts";
import type { Database } from "./database.ts";
import { readDue, readInactive, readWaiting } from "./due.ts";
import { addFingerprints } from "./fingerprints.ts";
import { renameIssues } from "./issue-changes.ts";
import { issueCounter } from "./issue-counter.ts";
import { readCounts } from "./issue-counts.ts";
import { readFacets } from "./issue-facets.ts";
import { issueList } from "./issue-list.ts";
import { issuesFrom, selectIssue, type StoredIssueRow } from "./issue-row.ts";
import { readTags } from "./issue-tags.ts";
import { readTerms } from "./issue-term-list.ts";
import { transitionIssues } from "./transition.ts";
import { readTrends } from "./trends.ts";

// One that was merged is no longer there under its own id and number.
const intoId = "(SELECT into_id FROM merged_issues WHERE project_id = $1 AND id = $2)";
const intoNumber = "(SELECT into_id FROM merged_issues WHERE project_id = $1 AND number = $2)";
const selectById = `${selectIssue} WHERE i.project_id = $1 AND i.id = coalesce(${intoId}, $2)`;
const selectByNumber = `${selectIssue} WHERE i.project_id = $1
  AND i.id = coalesce(${intoNumber}, (SELECT id FROM issues WHERE project_id = $1 AND number = $2))`;
const selectFingerprints = `SELECT hash, algorithm, "firstSeen" FROM (SELECT hash, algorithm, first_seen AS "firstSeen"
    FROM fingerprints WHERE project_id = $1 AND issue_id = $2 LIMIT ${partsLookedAt}) looked
  ORDER BY "firstSeen", hash LIMIT $3`;

export function issueStore(database: Database): IssueStore {
  const { query, transaction } = database;
  const one = async (projectId: ProjectId, rows: Promise<Rows<StoredIssueRow>>) =>
    (await issuesFrom(query, projectId, rows))[0];

  return {
    list: issueList(query),
    facets: readFacets(query),
    terms: readTerms(query),
    countMatching: issueCounter(query),
    counts: readCounts(query),
    find: (projectId, by) =>
      one(projectId, "id" in by ? query(selectById, projectId, by.id) : query(selectByNumber, projectId, by.number)),
    trends: readTrends(query),
    transition: transitionIssues(database),
    rename: (projectId, issueId, name, added) =>
      transaction(async (query) => {
        await renameIssues(query, projectId, [{ id: issueId, ...name }]);
        await addFingerprints(
          query,
          added.map((each) => ({ projectId, issueId, ...each })),
        );
      }),
    due: readDue(query),
    recentActivity: readRecentActivity(query),
    activityAfter: followActivity(query),
    newestActivity: newestActivity(query),
    activity: readActivity(query),
    activitySince: readActsSince(query),
    assignable: readAssignable(query),
    waitingToEscalate: readWaiting(query),
    inactive: readInactive(query),
    ...readTags(query),
    fingerprints: async (projectId, issueId: IssueId, limit = 1_000) =>
      (await query<StoredFingerprint>(selectFingerprints, projectId, issueId, limit)).map((row) => ({ ...row })),
  };
}
