import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

/** A tag value of an issue, or only its key. */
type Term = { key: string; value?: string };

// Sorted, so that two transactions with the same rows can't deadlock.
const upsertOf = (
  columns: string,
  target: string,
) => `INSERT INTO tag_terms (project_id, ${columns}, issues)
  SELECT $1, ${columns}, $4::bigint * count(*) FROM unnest($2::text[], $3::text[]) AS added(key, value)
  GROUP BY ${columns} ORDER BY ${columns}
  ON CONFLICT (project_id, ${columns}) WHERE ${target} DO UPDATE SET issues = tag_terms.issues + excluded.issues`;
const countValues = upsertOf("key, value", "value IS NOT NULL");
const countKeys = upsertOf("key", "value IS NULL");
const forget =
  "DELETE FROM tag_terms WHERE project_id = $1 AND key = ANY($2::text[]) AND issues <= 0";

/**
 * Updates the number of issues of each tag value and key. Use in a transaction that holds the
 * project, whenever rows of issue_tags and issue_tag_keys are created or deleted (`change` of -1).
 */
export async function countTerms(
  query: Query,
  projectId: ProjectId,
  { values, keys }: { values: Term[]; keys: Term[] },
  change: 1 | -1 = 1,
): Promise<void> {
  const rowOf = ({ key, value }: Term) => [key, value ?? null];
  await Promise.all([
    values.length > 0 && query(countValues, projectId, ...columnsOf(values.map(rowOf)), change),
    keys.length > 0 && query(countKeys, projectId, ...columnsOf(keys.map(rowOf)), change),
  ]);
  const touched = [...new Set([...values, ...keys].map(({ key }) => key))];
  if (change === -1 && touched.length > 0) await query(forget, projectId, touched);
}

/** Terms of issues, each with its number of issues. */
const valuesOfIssues = `SELECT key, value, count(*) AS issues FROM issue_tags
  WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) GROUP BY key, value`;
const keysOfIssues = `SELECT key, count(*) AS issues FROM issue_tag_keys
  WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) GROUP BY key`;
const isValue = "t.project_id = $1 AND t.key = c.key AND t.value = c.value";
const isKey = "t.project_id = $1 AND t.key = c.key AND t.value IS NULL";
const giving = [
  `INSERT INTO tag_terms (project_id, key, value, issues) SELECT $1, c.* FROM (${valuesOfIssues}) c ORDER BY 2, 3
    ON CONFLICT (project_id, key, value) WHERE value IS NOT NULL DO UPDATE SET issues = tag_terms.issues + excluded.issues`,
  `INSERT INTO tag_terms (project_id, key, issues) SELECT $1, c.* FROM (${keysOfIssues}) c ORDER BY 2
    ON CONFLICT (project_id, key) WHERE value IS NULL DO UPDATE SET issues = tag_terms.issues + excluded.issues`,
];
const taking = [
  `UPDATE tag_terms t SET issues = t.issues - c.issues FROM (${valuesOfIssues}) c WHERE ${isValue}`,
  `UPDATE tag_terms t SET issues = t.issues - c.issues FROM (${keysOfIssues}) c WHERE ${isKey}`,
];
const dropping = [
  `DELETE FROM tag_terms t USING (${valuesOfIssues}) c WHERE ${isValue} AND t.issues <= 0`,
  `DELETE FROM tag_terms t USING (${keysOfIssues}) c WHERE ${isKey} AND t.issues <= 0`,
];

/** Adds issues to the counts of all their terms. */
export async function countTermsOf(
  query: Query,
  projectId: ProjectId,
  issueIds: IssueId[],
): Promise<void> {
  await Promise.all(giving.map((sql) => query(sql, projectId, issueIds)));
}

/**
 * Removes issues from the counts before their rows of issue_tags and issue_tag_keys are deleted.
 */
export async function forgetTermsOf(
  query: Query,
  projectId: ProjectId,
  issueIds: IssueId[],
): Promise<void> {
  for (const statements of [taking, dropping])
    await Promise.all(statements.map((sql) => query(sql, projectId, issueIds)));
}
