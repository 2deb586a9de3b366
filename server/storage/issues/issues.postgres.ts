import { addFingerprints } from "#server/storage/grouping/fingerprints.postgres.ts";
import { readFacets } from "#server/storage/issue-search/facets.postgres.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import type { IssueStore } from "./issue-store.ts";
import { renameIssues } from "./changes.postgres.ts";
import { issueCounter } from "./counter.postgres.ts";
import { readDue, readInactive, readWaiting } from "./due.postgres.ts";
import type { IssueDatabase } from "./issue-database.ts";
import { issueList } from "./list.postgres.ts";
import { issueReads } from "./reads.ts";
import { transitionIssues } from "./transition.ts";

export function issueStore({ query, transaction }: Database, database: IssueDatabase): IssueStore {
  return {
    ...issueReads(database.query),
    list: issueList(query),
    facets: readFacets(query),
    countMatching: issueCounter(query),
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
    waitingToEscalate: readWaiting(query),
    inactive: readInactive(query),
  };
}
