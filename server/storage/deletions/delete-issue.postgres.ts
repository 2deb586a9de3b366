import type { ProjectId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import type { NewBulkAct } from "#server/storage/bulk/bulk-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { dayOf } from "#server/storage/postgres/days.ts";
import { countMoves } from "#server/storage/issues/counts.postgres.ts";
import { removeIssues } from "./issue-rows.postgres.ts";
import { forgetTermsOf } from "#server/storage/tags/terms.postgres.ts";

const titleLength = 200;

const discard = `INSERT INTO discarded_fingerprints (project_id, hash, issue_id, short_id, title, at, user_id)
  SELECT f.project_id, f.hash, f.issue_id, d.short_id, d.title, $5, $6 FROM fingerprints f
  JOIN unnest($2::bigint[], $3::text[], $4::text[]) AS d(issue_id, short_id, title) ON d.issue_id = f.issue_id
  WHERE f.project_id = $1
  ON CONFLICT (project_id, hash) DO UPDATE SET issue_id = excluded.issue_id, short_id = excluded.short_id, at = excluded.at`;
const empty = `INSERT INTO issue_deletions (project_id, issue_id, first_day)
  SELECT $1, issue_id, first_day FROM unnest($2::bigint[], $3::text[]) AS d(issue_id, first_day)`;
// Issues merged into them whose events are not moved yet.
const alsoEmpty = `INSERT INTO issue_deletions (project_id, issue_id, first_day)
  SELECT project_id, from_id, min(first_day) FROM event_moves
  WHERE project_id = $1 AND to_id = ANY($2::bigint[]) AND hashes IS NULL GROUP BY project_id, from_id ON CONFLICT DO NOTHING`;

/**
 * Use in a transaction that holds the issues. Their fingerprints, tags, hours, users, and
 * activities are deleted with them. Their events are hidden immediately and deleted in the
 * background (`deleted-events.postgres.ts`). `discardFor`: the user who discards future events.
 */
export async function deleteIssues(
  query: Query,
  projectId: ProjectId,
  issues: Issue[],
  discardFor?: NewBulkAct,
): Promise<void> {
  if (issues.length === 0) return;
  const ids = issues.map(({ id }) => id);
  const names = issues.map((issue) => [
    issue.id,
    issue.shortId,
    issueTitle(issue).slice(0, titleLength),
  ]);
  const firstDays = issues.map(({ id, firstSeen }) => [id, dayOf(firstSeen)]);
  await Promise.all([
    discardFor && query(discard, projectId, ...columnsOf(names), discardFor.at, discardFor.by),
    query(empty, projectId, ...columnsOf(firstDays)),
    query(alsoEmpty, projectId, ids),
    countMoves(
      query,
      projectId,
      issues.map(({ id, state }) => ({ id, was: storedStatusOf(state) })),
    ),
    forgetTermsOf(query, projectId, ids),
  ]);
  await removeIssues(query, projectId, ids);
}
