import type { ProjectId } from "#server/domain/ids.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { likeOf, lowered } from "#server/storage/issue-search/text-glob.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { IssueTest } from "./tests.postgres.ts";
import { wordSource } from "./words.postgres.ts";
import { sql } from "#server/storage/sql.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const selectAny =
  "SELECT 1 FROM issues WHERE project_id = $1 AND culprit = ANY($2::text[]) LIMIT 1";

/**
 * Happened on the route: the culprit is the route, alone or after a method. Case-insensitive if no
 * culprit matches exactly. Uses the word index for a single route.
 */
export async function routeTest(
  query: Query,
  projectId: ProjectId,
  values: TextMatch[],
): Promise<IssueTest> {
  const exact = values.filter((value) => typeof value === "string");
  const patterns = values
    .filter((value) => typeof value !== "string")
    .map((value) => likeOf(lowered(value)));
  const culprits = exact.flatMap((route) => [
    route,
    ...methods.map((method) => `${method} ${route}`),
  ]);
  const lower = culprits.map((culprit) => culprit.toLowerCase());
  const isThere = culprits.length > 0 && (await query(selectAny, projectId, culprits)).length > 0;
  const among = isThere
    ? sql`i.culprit = ANY(${culprits}::text[])`
    : sql`lower(i.culprit) = ANY(${lower}::text[])`;
  const afterMethod = patterns.map((pattern) => `% ${pattern}`);
  const condition = sql`(${among} OR lower(i.culprit) LIKE ANY(${patterns}::text[])
    OR (lower(i.culprit) LIKE ANY(${afterMethod}::text[]) AND i.culprit ~ '^[A-Z]'))`;
  const source = values.length === 1 ? wordSource(projectId, partsOf(values[0]!)) : undefined;
  return { condition, ...(source && { source }) };
}

/** Each part between the stars of a pattern is a word of the culprit. */
const partsOf = (match: TextMatch): string[] =>
  typeof match === "string" ? [match] : match.like.split("*");
