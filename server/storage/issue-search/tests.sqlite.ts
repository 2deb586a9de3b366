import type { DatabaseSync } from "node:sqlite";
import { latestReleases, releasesWeighed } from "#server/domain/release/latest.ts";
import { type IssueTerm, lineFields, type TextMatch } from "#server/domain/search/issue-query.ts";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { assignedTest } from "./assigned-test.sqlite.ts";
import { environmentTest } from "./environment-test.sqlite.ts";
import type { Condition } from "./filter.sqlite.ts";
import { lineTest } from "./line-test.sqlite.ts";
import { anyTest } from "./any-test.sqlite.ts";
import { routeTest } from "./route-test.sqlite.ts";
import { keyTest, numberTest, tagTest } from "./tag-test.sqlite.ts";
import { globOf, lowered } from "#server/storage/issue-search/text-glob.ts";
import { shortIdTest, wordTest } from "./word-test.sqlite.ts";

/**
 * Condition of a search term on an issue, and a set that contains every matching issue if an index
 * has one.
 */
export type IssueTest = {
  condition: Condition;
  source?: Condition;
  /** Covered by `issues_by_standing`. */
  isInStanding?: true;
};

/** For terms that are not states, levels, or bounds. */
export function issueTests(reader: DatabaseSync, filter: IssueFilter): IssueTest[] {
  const terms = filter.query.terms ?? [];
  return terms.flatMap((term) => {
    if (term.kind === "flag") return { condition: flagCondition(term), isInStanding: true };
    const test = testOf(reader, filter, term);
    return test ? turned(test, "negated" in term && term.negated) : [];
  });
}

function testOf(reader: DatabaseSync, filter: IssueFilter, term: IssueTerm): IssueTest | undefined {
  const { projectId } = filter;
  switch (term.kind) {
    case "word":
      return wordTest(reader, projectId, term.word);
    case "line":
      return lineTest(reader, term.field, term.values);
    case "tag":
      return tagTest(reader, projectId, term);
    case "number":
      return numberTest(reader, projectId, term);
    case "trace":
      return idsTest(term.issues ?? []);
    case "has":
      return hasTest(reader, projectId, term.key);
    case "field":
      return fieldTest(reader, filter, term);
    case "any":
      return anyTest(reader, filter, term.queries);
    default:
      return undefined;
  }
}

function hasTest(reader: DatabaseSync, projectId: number, key: string): IssueTest {
  if (key === "user") return { condition: { sql: "i.user_count > 0", values: [] } };
  if (key === "assigned") return { condition: { sql: "i.assignee_id > 0", values: [] } };
  if (key === "route") return { condition: { sql: "i.culprit <> ''", values: [] } };
  const line = lineFields.find((field) => field === key);
  return line ? lineTest(reader, line, [{ like: "*" }]) : keyTest(reader, projectId, key);
}

function idsTest(ids: number[]): IssueTest {
  const values = [JSON.stringify(ids)];
  return {
    condition: { sql: "i.id IN (SELECT value FROM json_each(?))", values },
    source: { sql: "SELECT value AS id FROM json_each(?)", values },
  };
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
      return tagTest(reader, projectId, {
        key: "release",
        values: releasesMeant(reader, projectId, values),
      });
    case "first-release":
      return firstReleaseTest(projectId, releasesMeant(reader, projectId, values));
    case "route":
      return routeTest(reader, projectId, values);
    case "platform":
      return platformTest(values);
    case "issue":
      return anyOfTests(values.flatMap((value) => shortIdTest(reader, projectId, textOf(value))));
  }
}

// Written so that an index range can be used: `IS NOT NULL` cannot.
function flagCondition({ flag, negated }: IssueTerm & { kind: "flag" }): Condition {
  if (flag === "unhandled") return { sql: `i.unhandled = ${negated ? 0 : 1}`, values: [] };
  return { sql: negated ? "i.assignee_id IS NULL" : "i.assignee_id > 0", values: [] };
}

function firstReleaseTest(projectId: number, versions: string[]): IssueTest {
  const list = JSON.stringify(versions);
  const among = "first_release IN (SELECT value FROM json_each(?))";
  return {
    condition: { sql: `i.${among}`, values: [list] },
    source: {
      sql: `SELECT id FROM issues WHERE project_id = ? AND ${among}`,
      values: [projectId, list],
    },
  };
}

const textOf = (value: TextMatch): string => (typeof value === "string" ? value : value.like);

function platformTest(values: TextMatch[]): IssueTest {
  const globs = values.map(lowered).map(globOf);
  return {
    condition: { sql: `(${globs.map(() => "i.platform GLOB ?").join(" OR ")})`, values: globs },
  };
}

/** Matches if one matches; an empty list never does. */
export function anyOfTests(tests: IssueTest[]): IssueTest {
  if (tests.length === 0) return idsTest([]);
  const conditions = tests.map(({ condition }) => condition);
  const sources = tests.flatMap(({ source }) => source ?? []);
  const union = (all: Condition[], between: string): Condition => ({
    sql: all.map(({ sql }) => sql).join(between),
    values: all.flatMap(({ values }) => values),
  });
  const { sql, values } = union(conditions, " OR ");
  const condition = { sql: `(${sql})`, values };
  return sources.length < tests.length
    ? { condition }
    : { condition, source: union(sources, " UNION ") };
}

function turned(test: IssueTest, isNegated: boolean): IssueTest {
  if (!isNegated) return test;
  const { sql, values } = test.condition;
  return { condition: { sql: `(${sql}) IS NOT TRUE`, values } };
}

/**
 * Versions that a query means: `latest` is the latest of each package, `1.4.2` includes
 * `web@1.4.2`, `1.4.*` matches all.
 */
function releasesMeant(reader: DatabaseSync, projectId: number, values: TextMatch[]): string[] {
  const versions = "SELECT version FROM releases WHERE project_id = ?";
  const newest = prepare<{ version: string }>(
    reader,
    `${versions} ORDER BY first_seen DESC, version DESC LIMIT ${releasesWeighed}`,
  );
  const alike = prepare<{ version: string }>(
    reader,
    `${versions} AND (lower(version) GLOB ? OR lower(version) GLOB ?)`,
  );
  const meant = values.flatMap((value) => {
    if (value === "latest")
      return latestReleases(newest.all(projectId).map(({ version }) => version));
    const glob = globOf(lowered(value));
    const found = alike.all(projectId, glob, `*@${glob}`).map(({ version }) => version);
    return typeof value === "string" ? [value, ...found] : found;
  });
  return [...new Set(meant)];
}
