import type { ProjectId } from "#server/domain/ids.ts";
import { allEnvironments, type Move } from "#server/storage/issues/stored-status.ts";
import type { Query } from "#server/storage/postgres/database.ts";

// Sorted, so that two transactions that change the same rows can't deadlock.
const add = `ORDER BY 2, 3, 4 ON CONFLICT (project_id, environment_id, state, substate)
  DO UPDATE SET issues = issue_counts.issues + excluded.issues`;
const addMoves = `INSERT INTO issue_counts (project_id, environment_id, state, substate, issues)
  SELECT $1::bigint, e.environment_id, m.state, m.substate, sum(m.change)::bigint
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) AS m(issue_id, state, substate, change)
  JOIN (SELECT issue_id, environment_id FROM issue_environments WHERE project_id = $1 AND issue_id = ANY($2::bigint[])
    UNION ALL SELECT DISTINCT unnest($2::bigint[]), ${allEnvironments}::bigint) e USING (issue_id)
  GROUP BY 2, 3, 4 HAVING sum(m.change) <> 0 ${add}`;
const addPlaces = `INSERT INTO issue_counts (project_id, environment_id, state, substate, issues)
  SELECT i.project_id, p.environment_id, i.state, i.substate, $4 * count(*)
  FROM unnest($2::bigint[], $3::bigint[]) AS p(issue_id, environment_id) JOIN issues i ON i.id = p.issue_id
  WHERE i.project_id = $1 GROUP BY 1, 2, 3, 4 ${add}`;

/**
 * Updates the counts for changed issues, in every environment they were seen in. Use in the
 * transaction that changes them and holds their rows.
 */
export async function countMoves(query: Query, projectId: ProjectId, moves: Move[]): Promise<void> {
  const changes = moves.flatMap(({ id, was, is }) => [
    ...(was ? [{ id, ...was, change: -1 }] : []),
    ...(is ? [{ id, ...is, change: 1 }] : []),
  ]);
  if (changes.length === 0) return;
  await query(
    addMoves,
    projectId,
    changes.map(({ id }) => id),
    changes.map(({ state }) => state),
    changes.map(({ substate }) => substate),
    changes.map(({ change }) => change),
  );
}

/**
 * Counts issues in new environments in their current state. `change` of -1: in environments they
 * leave.
 */
export async function countPlaces(
  query: Query,
  projectId: ProjectId,
  places: { issueId: number; environmentId: number }[],
  change: 1 | -1 = 1,
): Promise<void> {
  if (places.length === 0) return;
  await query(
    addPlaces,
    projectId,
    places.map(({ issueId }) => issueId),
    places.map(({ environmentId }) => environmentId),
    change,
  );
}
