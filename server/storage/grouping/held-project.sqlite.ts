import type { DatabaseSync } from "node:sqlite";
import { indexWords } from "#server/storage/issue-search/word-index.sqlite.ts";
import { ensureEnvironment } from "#server/storage/names/environments.sqlite.ts";
import { isAnyOf, raw, sql } from "#server/storage/sql.ts";
import { queryOn } from "#server/storage/sqlite/noun-database.ts";
import { addTags } from "#server/storage/tags/tags.sqlite.ts";
import { addActivity } from "#server/storage/issues/activities.sqlite.ts";
import type { HoldProject } from "./held-project.ts";
import { wordsOf } from "#server/storage/issues/row.ts";
import { seeIssue } from "#server/storage/issues/seen-in.sqlite.ts";
import { countUsers } from "#server/storage/digest/users-seen.sqlite.ts";

const byTriggers = async () => undefined;

/** There is one writer: `between` two batches, all projects are held. */
export function holdProject(
  writer: DatabaseSync,
  between: <T>(work: () => Promise<T>) => Promise<T>,
): HoldProject {
  const query = queryOn(writer);
  const log = addActivity(writer);
  const index = indexWords(writer);
  const environment = ensureEnvironment(writer);
  const see = seeIssue(writer);
  const [tag, count] = [addTags(writer), countUsers(writer)];
  return (projectId, work) =>
    between(() =>
      work({
        projectId,
        query,
        log: async (activities) => activities.map(log),
        countMoves: byTriggers,
        countPlaces: byTriggers,
        forgetTerms: byTriggers,
        countTermsOf: byTriggers,
        forgetTermsOf: byTriggers,
        removeIssues: (ids) => query(sql`DELETE FROM issues WHERE ${isAnyOf(raw("id"), ids)}`),
        saveWords: async (id, name) => index(id, wordsOf(name)),
        environmentId: async (name) => environment(projectId, name),
        seeIn: async (seenIn) => seenIn.forEach(see),
        addTags: async (tags) => tag(tags),
        countUsers: async (seenUsers) => count(seenUsers),
        storedText: (text) => text.toWellFormed(),
      }),
    );
}
