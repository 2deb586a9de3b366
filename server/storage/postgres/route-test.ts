import type { ProjectId } from "#server/domain/ids.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { likeOf } from "#server/storage/layout/text-glob.ts";
import type { IssueTest } from "./issue-tests.ts";
import { wordSource } from "./issue-words.ts";
import { sql } from "./sql.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Happened on the route: the culprit is it, or it after a method. The index of words leads to one route. */
export function routeTest(projectId: ProjectId, values: TextMatch[]): IssueTest {
  const exact = values.filter((value) => typeof value === "string");
  const patterns = values.filter((value) => typeof value !== "string").map(likeOf);
  const culprits = exact.flatMap((route) => [route, ...methods.map((method) => `${method} ${route}`)]);
  const afterMethod = patterns.map((pattern) => `% ${pattern}`);
  const condition = sql`(i.culprit = ANY(${culprits}::text[]) OR i.culprit LIKE ANY(${patterns}::text[])
    OR (i.culprit LIKE ANY(${afterMethod}::text[]) AND i.culprit ~ '^[A-Z]'))`;
  const source = values.length === 1 ? wordSource(projectId, partsOf(values[0]!)) : undefined;
  return { condition, ...(source && { source }) };
}

/** Each part between the stars of a pattern is a word of the culprit. */
const partsOf = (match: TextMatch): string[] => (typeof match === "string" ? [match] : match.like.split("*"));
