import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueStore } from "#server/storage/store.ts";
import type { Query } from "./database.ts";
import { issuesFrom, selectIssue, type StoredIssueRow } from "./issue-row.ts";

// A merged issue has left `issues`: its id and its number lead to the issue that it is part of.
const byId = (asked: string) =>
  `i.id = coalesce((SELECT into_id FROM merged_issues WHERE project_id = $1 AND id = ${asked}), ${asked})`;
const byNumber = (asked: string) =>
  `i.id = coalesce((SELECT into_id FROM merged_issues WHERE project_id = $1 AND number = ${asked}),
    (SELECT id FROM issues WHERE project_id = $1 AND number = ${asked}))`;

const selectOne = (by: typeof byId) => `${selectIssue} WHERE i.project_id = $1 AND ${by("$2")}`;
const selectEach = (by: typeof byId) => `SELECT wanted.asked, found.* FROM unnest($2::bigint[]) AS wanted(asked)
  CROSS JOIN LATERAL (${selectIssue} WHERE i.project_id = $1 AND ${by("wanted.asked")}) found`;

const statements = {
  id: selectOne(byId),
  number: selectOne(byNumber),
  ids: selectEach(byId),
  numbers: selectEach(byNumber),
};

export function issueFinds(query: Query): Pick<IssueStore, "find" | "findEach"> {
  async function each(projectId: ProjectId, statement: string, asked: number[]): Promise<Map<number, Issue>> {
    if (asked.length === 0) return new Map();
    const rows = query<StoredIssueRow & { asked: number }>(statement, projectId, asked);
    const [found, issues] = await Promise.all([rows, issuesFrom(query, projectId, rows)]);
    return new Map(found.map(({ asked: name }, at) => [name, issues[at]!]));
  }

  return {
    async find(projectId, by) {
      const rows =
        "id" in by
          ? query<StoredIssueRow>(statements.id, projectId, by.id)
          : query<StoredIssueRow>(statements.number, projectId, by.number);
      return (await issuesFrom(query, projectId, rows))[0];
    },
    findEach: (projectId, by) =>
      "ids" in by ? each(projectId, statements.ids, by.ids) : each(projectId, statements.numbers, by.numbers),
  };
}
