import type { ProjectId } from "#server/domain/ids.ts";
import { latestReleases, releasesWeighed } from "#server/domain/release/latest.ts";
import { likeOf, lowered } from "#server/storage/issue-search/text-glob.ts";
import { type IssueTerm, lineFields, type TextMatch } from "#server/domain/search/issue-query.ts";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import { assignedTest } from "./assigned-test.postgres.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { environmentTest } from "./environment-test.postgres.ts";
import { anyTest } from "./any-test.postgres.ts";
import { lineTest } from "./line-test.postgres.ts";
import { routeTest } from "./route-test.postgres.ts";
import { anyOf, joined, type Sql, sql } from "#server/storage/sql.ts";
import { keyTest, numberTest, tagTest } from "./tag-test.postgres.ts";
import { shortIdTest, wordTest } from "./word-test.postgres.ts";

/**
 * Condition of a search term on an issue, and a set that contains every matching issue if an index
 * has one. `isExact`: the set contains no others.
 */
export type IssueTest = {
  condition: Sql;
  source?: Sql;
  isExact?: true;
  /** Covered by `issues_by_standing`. */
  isInStanding?: true;
};

/** For terms that are not states, levels, or bounds. */
export async function issueTests(query: Query, filter: IssueFilter): Promise<IssueTest[]> {
  const terms = filter.query.terms ?? [];
  const tests = await Promise.all(terms.map((term) => testOf(query, filter, term)));
  return terms.flatMap((term, at) => {
    const test = tests[at];
    if (!test) return [];
    return term.kind !== "flag" && "negated" in term && term.negated ? turned(test) : test;
  });
}

async function testOf(
  query: Query,
  filter: IssueFilter,
  term: IssueTerm,
): Promise<IssueTest | undefined> {
  const { projectId } = filter;
  switch (term.kind) {
    case "flag":
      return { condition: flagCondition(term), isInStanding: true };
    case "word":
      return wordTest(query, projectId, term.word);
    case "line":
      return lineTest(projectId, term.field, term.values);
    case "tag":
      return tagTest(query, projectId, term);
    case "number":
      return numberTest(projectId, term);
    case "trace":
      return idsTest(term.issues ?? []);
    case "has":
      return hasTest(query, projectId, term.key);
    case "any":
      return anyTest(query, filter, term.queries);
    case "field":
      return fieldTest(query, filter, term);
    default:
      return undefined;
  }
}

async function hasTest(query: Query, projectId: ProjectId, key: string): Promise<IssueTest> {
  if (key === "user") return { condition: sql`i.user_count > 0` };
  if (key === "assigned") return { condition: sql`i.assignee_id IS NOT NULL` };
  if (key === "route") return { condition: sql`i.culprit <> ''` };
  const line = lineFields.find((field) => field === key);
  return line ? lineTest(projectId, line, [{ like: "*" }]) : keyTest(query, projectId, key);
}

const idsTest = (ids: number[]): IssueTest => ({
  condition: sql`i.id = ANY(${ids}::bigint[])`,
  source: sql`SELECT unnest(${ids}::bigint[]) AS id`,
  isExact: true,
});

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
      return tagTest(query, projectId, {
        key: "release",
        values: await releasesMeant(query, projectId, values),
      });
    case "first-release":
      return firstReleaseTest(projectId, await releasesMeant(query, projectId, values));
    case "route":
      return routeTest(query, projectId, values);
    case "platform":
      return { condition: sql`i.platform LIKE ANY(${values.map(lowered).map(likeOf)}::text[])` };
    case "issue": {
      const named = values.map((value) => shortIdTest(query, projectId, textOf(value)));
      return anyOfTests((await Promise.all(named)).flat());
    }
  }
}

const textOf = (value: TextMatch): string => (typeof value === "string" ? value : value.like);

/** Matches if one matches; an empty list never does. */
export function anyOfTests(tests: IssueTest[]): IssueTest {
  if (tests.length === 0) return idsTest([]);
  const condition = anyOf(tests.map((test) => test.condition));
  const sources = tests.flatMap(({ source }) => source ?? []);
  return sources.length < tests.length
    ? { condition }
    : { condition, source: joined(sources, " UNION ") };
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

const turned = ({ condition }: IssueTest): IssueTest => ({
  condition: sql`(${condition}) IS NOT TRUE`,
});

type Row = { version: string };

const versions = "SELECT version FROM releases WHERE project_id = $1";
const selectNewest = `${versions} ORDER BY first_seen DESC, version DESC LIMIT ${releasesWeighed}`;
const selectAlike = `${versions} AND lower(version) LIKE ANY($2::text[])`;

/**
 * Versions that a query means: `latest` is the latest of each package, `1.4.2` includes
 * `web@1.4.2`, `1.4.*` matches all.
 */
async function releasesMeant(
  query: Query,
  projectId: ProjectId,
  values: TextMatch[],
): Promise<string[]> {
  const patterns = values
    .filter((value) => value !== "latest")
    .map(lowered)
    .map(likeOf);
  const [newest, alike] = await Promise.all([
    values.includes("latest") ? query<Row>(selectNewest, projectId) : [],
    patterns.length > 0
      ? query<Row>(
          selectAlike,
          projectId,
          patterns.flatMap((pattern) => [pattern, `%@${pattern}`]),
        )
      : [],
  ]);
  const exact = values.filter(
    (value) => typeof value === "string" && value !== "latest",
  ) as string[];
  const found = [
    ...latestReleases(newest.map(({ version }) => version)),
    ...alike.map(({ version }) => version),
  ];
  return [...new Set([...exact, ...found])];
}
