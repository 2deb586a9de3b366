import type { ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/postgres/database.ts";

/**
 * What statements keep beside issues from day to day (issues/counts.postgres.ts,
 * tags/terms.postgres.ts), made of the rows that were moved.
 */
const statements = [
  "DELETE FROM issue_counts WHERE project_id = $1",
  `INSERT INTO issue_counts (project_id, environment_id, state, substate, issues)
    SELECT $1::bigint, 0, state, substate, count(*) FROM issues WHERE project_id = $1 GROUP BY state, substate`,
  `INSERT INTO issue_counts (project_id, environment_id, state, substate, issues)
    SELECT $1::bigint, e.environment_id, i.state, i.substate, count(*)
    FROM issue_environments e JOIN issues i ON i.project_id = e.project_id AND i.id = e.issue_id
    WHERE e.project_id = $1 GROUP BY e.environment_id, i.state, i.substate`,
  "DELETE FROM tag_terms WHERE project_id = $1",
  `INSERT INTO tag_terms (project_id, key, value, issues)
    SELECT $1::bigint, key, value, count(*) FROM issue_tags WHERE project_id = $1 GROUP BY key, value`,
  `INSERT INTO tag_terms (project_id, key, issues)
    SELECT $1::bigint, key, count(*) FROM issue_tag_keys WHERE project_id = $1 GROUP BY key`,
];

/** For use inside a transaction. May be done again. */
export async function addTerms(query: Query, project: ProjectId): Promise<void> {
  for (const statement of statements) await query(statement, project);
}
