import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";

type TermRow = { id: number; key: string; value: string | null };
export type IssueTerm = { issueId: IssueId; key: string; value?: string };

const upsertOf = (columns: string, target: string) => `INSERT INTO tag_terms (project_id, ${columns}, issues)
  SELECT $1, ${columns}, count(*) FROM unnest($2::text[], $3::text[]) AS added(key, value) GROUP BY ${columns} ORDER BY ${columns}
  ON CONFLICT (project_id, ${columns}) WHERE ${target} DO UPDATE SET issues = tag_terms.issues + excluded.issues
  RETURNING id, key, value`;
const upsertValues = upsertOf("key, value", "value IS NOT NULL");
const upsertKeys = upsertOf("key", "value IS NULL");
const insert = `INSERT INTO issue_terms (project_id, term_id, issue_id)
  SELECT $1, * FROM unnest($2::bigint[], $3::bigint[])`;

/**
 * Issues that are found by a tag's value, or by having its key, from now on. For use inside a transaction that holds the project,
 * whenever rows of issue_tags and issue_tag_keys are made.
 */
export async function addTerms(
  query: Query,
  projectId: ProjectId,
  { values, keys }: { values: IssueTerm[]; keys: IssueTerm[] },
): Promise<void> {
  const joined = (
    await Promise.all([termsOf(query, projectId, values, upsertValues), termsOf(query, projectId, keys, upsertKeys)])
  ).flat();
  if (joined.length > 0) await query(insert, projectId, ...columnsOf(joined));
}

async function termsOf(
  query: Query,
  projectId: ProjectId,
  terms: IssueTerm[],
  upsert: string,
): Promise<[termId: number, issueId: IssueId][]> {
  if (terms.length === 0) return [];
  const rows = await query<TermRow>(
    upsert,
    projectId,
    ...columnsOf(terms.map(({ key, value }) => [key, value ?? null])),
  );
  const ids = new Map(rows.map(({ id, key, value }) => [`${key}\n${value}`, id]));
  return terms.map(({ issueId, key, value }) => [ids.get(`${key}\n${value ?? null}`)!, issueId]);
}
