import { deleteIssues } from "#server/storage/deletions/delete-issue.postgres.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { addActivities } from "./activities.postgres.ts";
import { countMoves } from "./counts.postgres.ts";
import type { IssueDatabase } from "./issue-database.ts";

export const issueDatabase = ({ query, transaction }: Database): IssueDatabase => ({
  query: nounQuery(query),
  transaction: (work) =>
    transaction((query) =>
      work({
        query: nounQuery(query),
        log: (...entries) => addActivities(query, ...entries),
        countMoves: (...moves) => countMoves(query, ...moves),
        remove: (...issues) => deleteIssues(query, ...issues),
      }),
    ),
});
