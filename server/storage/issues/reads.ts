import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Query } from "#server/storage/database.ts";
import { partsLookedAt } from "#server/storage/grouping/parts.ts";
import { environmentNamed } from "#server/storage/names/environments.ts";
import { readAssignable } from "#server/storage/people/assignable.ts";
import { isAnyOf, raw, sql } from "#server/storage/sql.ts";
import type { IssueStore, StoredFingerprint } from "./issue-store.ts";
import { readTags } from "#server/storage/tags/reads.ts";
import { readTerms } from "#server/storage/tags/term-list.ts";
import { readActivities } from "./activities.ts";
import { ofIssue } from "./of-issue.ts";
import { allEnvironments, type StoredStatusCount, sumsOf } from "./stored-status.ts";
import { issuesByIds, issuesFrom, selectIssue, type StoredIssueRow } from "./stored-issues.ts";
import { readTrends } from "./trends.ts";

/** Reads of one or a few issues for pages and jobs. */
export const issueReads = (query: Query) =>
  ({
    ...issueFinds(query),
    ...readActivities(query),
    ...readTags(query),
    terms: readTerms(query),
    assignable: readAssignable(query),
    trends: readTrends(query),
    async counts(projectId, environment) {
      const row =
        environment === undefined ? raw(allEnvironments) : environmentNamed(projectId, environment);
      return sumsOf(
        await query<StoredStatusCount>(sql`SELECT state, substate, issues FROM issue_counts
          WHERE project_id = ${projectId} AND environment_id = ${row}`),
      );
    },
    async fingerprints(projectId, issueId, limit = 1_000) {
      const rows =
        await query<StoredFingerprint>(sql`SELECT hash, algorithm, first_seen AS "firstSeen"
        FROM (SELECT hash, algorithm, first_seen FROM fingerprints
          WHERE ${ofIssue(projectId, issueId)} LIMIT ${raw(partsLookedAt)}) looked
        ORDER BY first_seen, hash LIMIT ${limit}`);
      return rows.map((row) => ({ ...row }));
    },
  }) satisfies Partial<IssueStore>;

type Name = "id" | "number";

function issueFinds(query: Query): Pick<IssueStore, "find" | "findEach"> {
  async function byNumbers(projectId: ProjectId, numbers: number[]): Promise<Map<number, Issue>> {
    const rows = query<StoredIssueRow>(
      sql`${selectIssue} WHERE i.project_id = ${projectId} AND ${isAnyOf(raw("i.number"), numbers)}`,
    );
    return new Map(
      (await issuesFrom(query, projectId, rows)).map((issue) => [issue.number, issue]),
    );
  }

  /** A merged issue has no row in `issues`: its ID and number lead to the target. */
  async function merged(
    projectId: ProjectId,
    name: Name,
    asked: number[],
  ): Promise<Map<number, Issue>> {
    const parts = await query<{
      asked: number;
      into_id: number;
    }>(sql`SELECT ${raw(name)} AS asked, into_id
      FROM merged_issues WHERE project_id = ${projectId} AND ${isAnyOf(raw(name), asked)}`);
    const ids = [...new Set(parts.map(({ into_id }) => into_id))];
    const wholes = await issuesByIds(query, projectId, ids);
    return new Map(parts.map(({ asked, into_id }) => [asked, wholes.get(into_id)!]));
  }

  async function each(
    projectId: ProjectId,
    name: Name,
    asked: number[],
  ): Promise<Map<number, Issue>> {
    if (asked.length === 0) return new Map();
    const found = await (name === "id"
      ? issuesByIds(query, projectId, asked)
      : byNumbers(projectId, asked));
    const missing = asked.filter((one) => !found.has(one));
    return missing.length === 0
      ? found
      : new Map([...found, ...(await merged(projectId, name, missing))]);
  }

  return {
    find: async (projectId, by) =>
      "id" in by
        ? (await each(projectId, "id", [by.id])).get(by.id)
        : (await each(projectId, "number", [by.number])).get(by.number),
    findEach: (projectId, by) =>
      "ids" in by ? each(projectId, "id", by.ids) : each(projectId, "number", by.numbers),
  };
}
