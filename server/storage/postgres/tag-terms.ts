import type { ProjectId } from "#server/domain/ids.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";

/** That an issue has a value of a tag, or has its key. */
type Term = { key: string; value?: string };

// Always in this order: two that count in the same rows cannot wait for each other.
const upsertOf = (columns: string, target: string) => `INSERT INTO tag_terms (project_id, ${columns}, issues)
  SELECT $1, ${columns}, $4::bigint * count(*) FROM unnest($2::text[], $3::text[]) AS added(key, value)
  GROUP BY ${columns} ORDER BY ${columns}
  ON CONFLICT (project_id, ${columns}) WHERE ${target} DO UPDATE SET issues = tag_terms.issues + excluded.issues`;
const countValues = upsertOf("key, value", "value IS NOT NULL");
const countKeys = upsertOf("key", "value IS NULL");
const forget = "DELETE FROM tag_terms WHERE project_id = $1 AND key = ANY($2::text[]) AND issues <= 0";

/**
 * How many issues have a tag's value, and its key. For use inside a transaction that holds the project, whenever rows of issue_tags
 * and issue_tag_keys are made, or go (`change` of -1).
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
