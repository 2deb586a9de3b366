import type { DatabaseSync } from "node:sqlite";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import type { Condition } from "./filter.sqlite.ts";
import type { IssueTest } from "./tests.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { wordSource } from "./word-test.sqlite.ts";
import { globOf, lowered } from "#server/storage/issue-search/text-glob.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const selectAny = `SELECT 1 FROM issues INDEXED BY issues_by_culprit WHERE project_id = ?
  AND culprit IN (SELECT value FROM json_each(?)) LIMIT 1`;

/**
 * Happened on the route: the culprit is the route, alone or after a method. Case-insensitive if no
 * culprit matches exactly.
 */
export function routeTest(reader: DatabaseSync, projectId: number, values: TextMatch[]): IssueTest {
  const exact = values.filter((value) => typeof value === "string");
  const globs = values
    .filter((value) => typeof value !== "string")
    .map((value) => globOf(lowered(value)));
  const culprits = exact.flatMap((route) => [
    route,
    ...methods.map((method) => `${method} ${route}`),
  ]);
  const isThere = prepare(reader, selectAny).get(projectId, JSON.stringify(culprits)) !== undefined;
  const among = isThere ? amongCulprits(culprits) : inOtherCase(culprits);
  if (globs.length > 0) {
    const like = globs.map(() => "lower(i.culprit) GLOB ? OR lower(i.culprit) GLOB ?").join(" OR ");
    const both = globs.flatMap((glob) => [glob, `[a-z]* ${glob}`]);
    return { condition: { sql: `(${like} OR ${among.sql})`, values: [...both, ...among.values] } };
  }
  const sql = `SELECT i.id FROM issues i INDEXED BY issues_by_culprit WHERE i.project_id = ? AND ${among.sql}`;
  if (isThere) return { condition: among, source: { sql, values: [projectId, ...among.values] } };
  const source = exact.length === 1 ? wordSource(reader, exact) : undefined;
  return { condition: among, ...(source && { source }) };
}

const amongCulprits = (culprits: string[]): Condition => ({
  sql: "i.culprit IN (SELECT value FROM json_each(?))",
  values: [JSON.stringify(culprits)],
});

const inOtherCase = (culprits: string[]): Condition => ({
  sql: "lower(i.culprit) IN (SELECT value FROM json_each(?))",
  values: [JSON.stringify(culprits.map((culprit) => culprit.toLowerCase()))],
});
