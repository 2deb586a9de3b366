import type { TextMatch } from "#server/domain/search/issue-query.ts";
import type { Condition } from "./issue-filter.ts";
import type { IssueTest } from "./issue-tests.ts";
import { globOf } from "#server/storage/layout/text-glob.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Happened on the route: the culprit is it, or it after a method. */
export function routeTest(projectId: number, values: TextMatch[]): IssueTest {
  const exact = values.filter((value) => typeof value === "string");
  const globs = values.filter((value) => typeof value !== "string").map(globOf);
  const among = amongCulprits(exact.flatMap((route) => [route, ...methods.map((method) => `${method} ${route}`)]));
  if (globs.length === 0) {
    const sql = `SELECT i.id FROM issues i INDEXED BY issues_by_culprit WHERE i.project_id = ? AND ${among.sql}`;
    return { condition: among, source: { sql, values: [projectId, ...among.values] } };
  }
  const like = globs.map(() => "i.culprit GLOB ? OR i.culprit GLOB ?").join(" OR ");
  const both = globs.flatMap((glob) => [glob, `[A-Z]* ${glob}`]);
  return { condition: { sql: `(${like} OR ${among.sql})`, values: [...both, ...among.values] } };
}

const amongCulprits = (culprits: string[]): Condition => ({
  sql: "i.culprit IN (SELECT value FROM json_each(?))",
  values: [JSON.stringify(culprits)],
});
