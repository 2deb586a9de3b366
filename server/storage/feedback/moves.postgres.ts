import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";

// An event that was sent twice may be there on two days: the newer one counts, as everywhere.
const follow = `UPDATE feedback f SET issue_id = e.issue_id FROM (
    SELECT DISTINCT ON (e.event_id) e.event_id, e.issue_id FROM feedback about
      JOIN events e ON e.project_id = about.project_id AND e.event_id = about.about_event
    WHERE about.project_id = $1 AND about.issue_id = $2 AND about.about_event IS NOT NULL
      AND e.project_id = $1 AND e.day = ANY($3::date[])
    ORDER BY e.event_id, e.day DESC
  ) e JOIN issues i ON i.project_id = $1 AND i.id = e.issue_id
  WHERE f.project_id = $1 AND f.issue_id = $2 AND f.about_event = e.event_id AND e.issue_id <> $2`;

/**
 * After a split: what was written about events that went with the part goes there, too. A merge
 * takes it along like everything that names an issue. For use inside a transaction, with the events
 * in their places; `days` are those that are kept.
 */
export async function feedbackFollows(
  query: Query,
  projectId: ProjectId,
  issueId: IssueId,
  days: readonly Day[],
): Promise<void> {
  await query(follow, projectId, issueId, days);
}
