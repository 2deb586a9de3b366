import { addFingerprints } from "#server/storage/grouping/fingerprints.sqlite.ts";
import { readFacets } from "#server/storage/issue-search/facets.sqlite.ts";
import { findEnvironment } from "#server/storage/names/environments.sqlite.ts";
import type { Connections } from "#server/storage/sqlite/connections.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";
import type { IssueStore } from "./issue-store.ts";
import { renameIssues } from "./changes.sqlite.ts";
import { readDue, readInactive, readWaiting } from "./due.sqlite.ts";
import type { IssueDatabase } from "./issue-database.ts";
import { issueCounter, issueList } from "./list.sqlite.ts";
import { issueReads } from "./reads.ts";
import { transitionIssues } from "./transition.ts";

export function issueStore(
  { reader, writer }: Connections,
  write: Write,
  database: IssueDatabase,
): IssueStore {
  const environmentId = findEnvironment(reader);
  const list = issueList(reader, environmentId);
  const rename = renameIssues(writer);
  const addNames = addFingerprints(writer);

  return {
    ...issueReads(database.query),
    list: async (filter) => list(filter),
    facets: readFacets(reader, environmentId),
    countMatching: issueCounter(reader, environmentId),
    transition: transitionIssues(database),
    rename: (projectId, issueId, name, added) =>
      write(() => {
        rename({ id: issueId, ...name });
        addNames(added.map((each) => ({ projectId, issueId, ...each })));
      }),
    due: readDue(reader),
    waitingToEscalate: readWaiting(reader),
    inactive: readInactive(reader),
  };
}
