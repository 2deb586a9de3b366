import type { DatabaseSync } from "node:sqlite";
import type { IssueTerm } from "#server/domain/search/issue-query.ts";
import type { IssueFilter } from "#server/storage/store.ts";
import { assignedTest } from "./assigned-test.ts";
import { environmentTest } from "./environment-test.ts";
import type { Condition } from "./issue-filter.ts";
import { releasesMeant } from "./releases-meant.ts";
import { routeTest } from "./route-test.ts";
import { keyTest, tagTest } from "./tag-test.ts";

/** What a term of a query asks of an issue, and the set that holds every issue it lets through, where an index knows one. */
export type IssueTest = {
  condition: Condition;
  source?: Condition;
  /** `issues_by_standing` leads to it. */
  isInStanding?: true;
};

/** Of the terms that are not told by states, levels and bounds. */
export function issueTests(reader: DatabaseSync, filter: IssueFilter): IssueTest[] {
  const terms = filter.query.terms ?? [];
  return terms.flatMap((term) => {
    if (term.kind === "flag") return { condition: flagCondition(term), isInStanding: true };
    const test = testOf(reader, filter, term);
    return test ? turned(test, "negated" in term && term.negated) : [];
  });
}

function testOf(reader: DatabaseSync, filter: IssueFilter, term: IssueTerm): IssueTest | undefined {
  switch (term.kind) {
    case "word":
      return { condition: { sql: "instr(i.words, ?) > 0", values: [term.word.toLowerCase()] } };
    case "tag":
      return tagTest(reader, filter.projectId, term);
    case "has":
      if (term.key === "user") return { condition: { sql: "i.user_count > 0", values: [] } };
      return keyTest(reader, filter.projectId, term.key);
    case "field":
      return fieldTest(reader, filter, term);
    default:
      return undefined;
  }
}

function fieldTest(
  reader: DatabaseSync,
  filter: IssueFilter,
  { field, values }: IssueTerm & { kind: "field" },
): IssueTest {
  const { projectId } = filter;
  switch (field) {
    case "environment":
      return environmentTest(reader, projectId, values);
    case "assigned":
      return assignedTest(reader, filter.viewer, values);
    case "release":
      return tagTest(reader, projectId, { key: "release", values: releasesMeant(reader, projectId, values) });
    case "first-release":
      return firstReleaseTest(projectId, releasesMeant(reader, projectId, values));
    case "route":
      return routeTest(projectId, values);
  }
}

// Told in a way that leads to a stretch of an index: `IS NOT NULL` does not.
function flagCondition({ flag, negated }: IssueTerm & { kind: "flag" }): Condition {
  if (flag === "unhandled") return { sql: `i.unhandled = ${negated ? 0 : 1}`, values: [] };
  return { sql: negated ? "i.assignee_id IS NULL" : "i.assignee_id > 0", values: [] };
}

function firstReleaseTest(projectId: number, versions: string[]): IssueTest {
  const list = JSON.stringify(versions);
  const among = "first_release IN (SELECT value FROM json_each(?))";
  return {
    condition: { sql: `i.${among}`, values: [list] },
    source: { sql: `SELECT id FROM issues WHERE project_id = ? AND ${among}`, values: [projectId, list] },
  };
}

function turned(test: IssueTest, isNegated: boolean): IssueTest {
  if (!isNegated) return test;
  const { sql, values } = test.condition;
  return { condition: { sql: `(${sql}) IS NOT TRUE`, values } };
}
