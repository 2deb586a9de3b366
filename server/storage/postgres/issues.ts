import type { IssueId } from "#server/domain/ids.ts";
import { partsLookedAt } from "#server/storage/layout/issue-part.ts";
import type { IssueStore, StoredFingerprint } from "#server/storage/store.ts";
import { followActivity, newestActivity, readActivity, readActsSince, readRecentActivity } from "./activities.ts";
import { readAssignable } from "./assignable.ts";
import type { Database } from "./database.ts";
import { readDue, readInactive, readWaiting } from "./due.ts";
import { addFingerprints } from "./fingerprints.ts";
import { renameIssues } from "./issue-changes.ts";
import { issueCounter } from "./issue-counter.ts";
import { readCounts } from "./issue-counts.ts";
import { readFacets } from "./issue-facets.ts";
import { issueFinds } from "./issue-find.ts";
import { issueList } from "./issue-list.ts";
import { readTags } from "./issue-tags.ts";
import { readTerms } from "./issue-term-list.ts";
import { transitionIssues } from "./transition.ts";
import { readTrends } from "./trends.ts";

const selectFingerprints = `SELECT hash, algorithm, "firstSeen" FROM (SELECT hash, algorithm, first_seen AS "firstSeen"
    FROM fingerprints WHERE project_id = $1 AND issue_id = $2 LIMIT ${partsLookedAt}) looked
  ORDER BY "firstSeen", hash LIMIT $3`;

export function issueStore(database: Database): IssueStore {
  const { query, transaction } = database;

  return {
    list: issueList(query),
    facets: readFacets(query),
    terms: readTerms(query),
    countMatching: issueCounter(query),
    counts: readCounts(query),
    ...issueFinds(query),
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
