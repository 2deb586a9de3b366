import type { ProjectId } from "#server/domain/ids.ts";
import type { IssueTerm } from "#server/domain/search/issue-query.ts";
import type { IssueFilter } from "#server/storage/store.ts";
import { assignedTest } from "./assigned-test.ts";
import type { Query } from "./database.ts";
import { environmentTest } from "./environment-test.ts";
import { wordCondition } from "./issue-filter.ts";
import { releasesMeant } from "./releases-meant.ts";
import { routeTest } from "./route-test.ts";
import { type Sql, sql } from "./sql.ts";
import { keyTest, tagTest } from "./tag-test.ts";

/**
 * What a term of a query asks of an issue, and the set that holds every issue it lets through, where an index knows one:
 * `isExact` when it holds no other.
 */
export type IssueTest = {
  condition: Sql;
  source?: Sql;
  isExact?: true;
  /** `issues_by_standing` leads to it. */
  isInStanding?: true;
};

/** Of the terms that are not told by states, levels and bounds. */
export async function issueTests(query: Query, filter: IssueFilter): Promise<IssueTest[]> {
  const terms = filter.query.terms ?? [];
  const tests = await Promise.all(terms.map((term) => testOf(query, filter, term)));
  return terms.flatMap((term, at) => {
    const test = tests[at];
    if (!test) return [];
    return term.kind !== "flag" && "negated" in term && term.negated ? turned(test) : test;
  });
}

async function testOf(query: Query, filter: IssueFilter, term: IssueTerm): Promise<IssueTest | undefined> {
  const { projectId } = filter;
  switch (term.kind) {
    case "flag":
      return { condition: flagCondition(term), isInStanding: true };
    case "word":
      return { condition: wordCondition(projectId, term.word) };
    case "tag":
      return tagTest(query, projectId, term);
    case "has":
      return term.key === "user" ? { condition: sql`i.user_count > 0` } : keyTest(projectId, term.key);
    case "field":
      return fieldTest(query, filter, term);
    default:
      return undefined;
  }
}

async function fieldTest(
  query: Query,
  { projectId, viewer }: IssueFilter,
  { field, values }: IssueTerm & { kind: "field" },
): Promise<IssueTest> {
  switch (field) {
    case "environment":
      return environmentTest(query, projectId, values);
    case "assigned":
      return assignedTest(query, { projectId, viewer }, values);
    case "release":
      return tagTest(query, projectId, { key: "release", values: await releasesMeant(query, projectId, values) });
    case "first-release":
      return firstReleaseTest(projectId, await releasesMeant(query, projectId, values));
    case "route":
      return routeTest(projectId, values);
  }
}

function flagCondition({ flag, negated }: IssueTerm & { kind: "flag" }): Sql {
  if (flag === "unhandled") return sql`i.unhandled = ${negated ? 0 : 1}`;
  return negated ? sql`i.assignee_id IS NULL` : sql`i.assignee_id IS NOT NULL`;
}

function firstReleaseTest(projectId: ProjectId, versions: string[]): IssueTest {
  const among = sql`i.first_release = ANY(${versions}::text[])`;
  const source = sql`SELECT i.id FROM issues i WHERE i.project_id = ${projectId} AND ${among}`;
  return { condition: among, source, isExact: true };
}

const turned = ({ condition }: IssueTest): IssueTest => ({ condition: sql`(${condition}) IS NOT TRUE` });
