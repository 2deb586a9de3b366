import type { DatabaseSync } from "node:sqlite";
import type { Database } from "#server/storage/database.ts";
import { deleteIssue } from "#server/storage/deletions/delete-issue.sqlite.ts";
import { addActivity } from "./activities.sqlite.ts";
import type { IssueDatabase } from "./issue-database.ts";

export function issueDatabase(
  { query, transaction }: Database,
  writer: DatabaseSync,
): IssueDatabase {
  const log = addActivity(writer);
  const remove = deleteIssue(writer);
  return {
    query,
    transaction: (work) =>
      transaction((query) =>
        work({
          query,
          log: async (_, activities) => activities.map(log),
          countMoves: async () => undefined,
          remove: async (_, issues, discardFor) =>
            issues.forEach((issue) => remove(issue, discardFor)),
        }),
      ),
  };
}
