import { removeIssues } from "#server/storage/deletions/issue-rows.postgres.ts";
import { environmentIds } from "#server/storage/names/environments.postgres.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";
import { holding } from "#server/storage/postgres/writers.ts";
import { addTags } from "#server/storage/tags/tags.postgres.ts";
import { countTerms, countTermsOf, forgetTermsOf } from "#server/storage/tags/terms.postgres.ts";
import { addActivities } from "#server/storage/issues/activities.postgres.ts";
import { saveWords } from "#server/storage/issues/changes.postgres.ts";
import { countMoves, countPlaces } from "#server/storage/issues/counts.postgres.ts";
import type { HoldProject } from "./held-project.ts";
import { see } from "#server/storage/issues/seen-in.postgres.ts";
import { countUsers } from "#server/storage/digest/users-seen.postgres.ts";

export const holdProject =
  (database: Database): HoldProject =>
  (projectId, work) =>
    holding(database, projectId, (query) =>
      work({
        projectId,
        query: nounQuery(query),
        log: (activities) => addActivities(query, projectId, activities),
        countMoves: (moves) => countMoves(query, projectId, moves),
        countPlaces: (...places) => countPlaces(query, projectId, ...places),
        forgetTerms: (terms) => countTerms(query, projectId, terms, -1),
        countTermsOf: (ids) => countTermsOf(query, projectId, ids),
        forgetTermsOf: (ids) => forgetTermsOf(query, projectId, ids),
        removeIssues: (ids) => removeIssues(query, projectId, ids),
        saveWords: (id, name) => saveWords(query, projectId, [{ id, ...name }]),
        environmentId: async (name) =>
          [...(await environmentIds(query, [{ projectId, name }])).values()][0]!,
        seeIn: (seenIn) => see(query, projectId, seenIn),
        addTags: (tags) => addTags(query, tags),
        countUsers: (seenUsers) => countUsers(query, seenUsers),
        storedText,
      }),
    );
