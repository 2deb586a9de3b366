import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { followActivity, newestActivity, readActivity, readActsSince, readRecentActivity } from "./activities.ts";
import { readAssignable } from "./assignable.ts";
import type { Connections } from "./connections.ts";
import { readDue, readInactive, readWaiting } from "./due.ts";
import { findEnvironment } from "./environments.ts";
import { addFingerprints } from "./fingerprints.ts";
import { renameIssues } from "./issue-changes.ts";
import { readFacets } from "./issue-facets.ts";
import { issueCounter, issueList } from "./issue-list.ts";
import { partsLookedAt } from "#server/storage/layout/issue-part.ts";
import { type IssueRow, issueOf } from "#server/storage/layout/issue-row.ts";
import { selectIssue } from "./issue-row.ts";
import { type StandingCount, sumsOf } from "#server/storage/layout/issue-standing.ts";
import { readTerms } from "./issue-term-list.ts";
import { prepare } from "./statement.ts";
import { readTags } from "./tag-reads.ts";
import { transitionIssues } from "./transition.ts";
import { readTrends } from "./trends.ts";
import type { Write } from "./writing.ts";

type FingerprintRow = { hash: FingerprintHash; algorithm: GroupingAlgorithm; first_seen: number };

export function issueStore({ reader, writer }: Connections, write: Write): IssueStore {
  const environmentId = findEnvironment(reader);
  const list = issueList(reader, environmentId);
  const rename = renameIssues(writer);
  const since = readActsSince(reader);
  const addNames = addFingerprints(writer);
  const byId = prepare<IssueRow>(reader, `${selectIssue} WHERE i.project_id = ? AND i.id = ?`);
  const byNumber = prepare<IssueRow>(reader, `${selectIssue} WHERE i.project_id = ? AND i.number = ?`);
  const byMerged = prepare<IssueRow>(
    reader,
    `${selectIssue} WHERE i.id = (SELECT into_id FROM merged_issues WHERE project_id = ?1 AND (id = ?2 OR number = ?3))`,
  );
  const counts = prepare<StandingCount>(
    reader,
    "SELECT state, substate, issues FROM issue_counts WHERE project_id = ? AND environment_id = ?",
  );
  const fingerprints = prepare<FingerprintRow>(
    reader,
    `SELECT hash, algorithm, first_seen FROM (SELECT hash, algorithm, first_seen FROM fingerprints WHERE issue_id = ? LIMIT ${partsLookedAt})
     ORDER BY first_seen, hash LIMIT ?`,
  );

  function find(projectId: ProjectId, by: { id: IssueId } | { number: number }): Issue | undefined {
    const own = "id" in by ? byId.get(projectId, by.id) : byNumber.get(projectId, by.number);
    const row = own ?? byMerged.get(projectId, "id" in by ? by.id : null, "id" in by ? null : by.number);
    return row && issueOf(row);
  }

  return {
    list: async (filter) => list(filter),
    facets: readFacets(reader, environmentId),
    recentActivity: readRecentActivity(reader),
    terms: readTerms(reader),
    countMatching: issueCounter(reader, environmentId),
    async counts(projectId, environment) {
      const id = environment === undefined ? allEnvironments : environmentId(projectId, environment);
      return sumsOf(id === undefined ? [] : counts.all(projectId, id));
    },
    find: async (projectId, by) => find(projectId, by),
    async findEach(projectId, by) {
      const found = (names: number[], one: (name: number) => Issue | undefined) =>
        new Map(names.flatMap((name) => [one(name)].flatMap((issue) => (issue ? [[name, issue] as const] : []))));
      return "ids" in by
        ? found(by.ids, (id) => find(projectId, { id: id as IssueId }))
        : found(by.numbers, (number) => find(projectId, { number }));
    },
    trends: readTrends(reader),
    transition: transitionIssues(writer, write),
    rename: (projectId, issueId, name, added) =>
      write(() => {
        rename({ id: issueId, ...name });
        addNames(added.map((each) => ({ projectId, issueId, ...each })));
      }),
    due: readDue(reader),
    activityAfter: followActivity(reader),
    newestActivity: newestActivity(reader),
    activity: readActivity(reader),
    activitySince: async (_, issueId, after) => since(issueId, after),
    assignable: readAssignable(reader),
    waitingToEscalate: readWaiting(reader),
    inactive: readInactive(reader),
    ...readTags(reader),
    fingerprints: async (_, issueId, limit = 1_000) =>
      fingerprints
        .all(issueId, limit)
        .map(({ hash, algorithm, first_seen }) => ({ hash, algorithm, firstSeen: first_seen })),
  };
}

const allEnvironments = 0;
