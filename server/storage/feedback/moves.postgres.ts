import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";

// An event sent twice may exist on two days. The newer one counts, as everywhere.
const follow = `UPDATE feedback f SET issue_id = e.issue_id FROM (
    SELECT DISTINCT ON (e.event_id) e.event_id, e.issue_id FROM feedback about
      JOIN events e ON e.project_id = about.project_id AND e.event_id = about.about_event
    WHERE about.project_id = $1 AND about.issue_id = $2 AND about.about_event IS NOT NULL
      AND e.project_id = $1 AND e.day = ANY($3::date[])
    ORDER BY e.event_id, e.day DESC
  ) e JOIN issues i ON i.project_id = $1 AND i.id = e.issue_id
  WHERE f.project_id = $1 AND f.issue_id = $2 AND f.about_event = e.event_id AND e.issue_id <> $2`;

/**
 * After an unmerge, moves feedback about events of the part. A merge moves it like every row of an
 * issue. Use in a transaction after the events are moved. `days`: the stored ones.
 */
export async function feedbackFollows(
  query: Query,
  projectId: ProjectId,
  issueId: IssueId,
  days: readonly Day[],
): Promise<void> {
  await query(follow, projectId, issueId, days);
}
