import type { IssueId } from "#server/domain/ids.ts";
import { firstOf } from "#server/storage/database.ts";
import type { EventSlice } from "#server/storage/events/slices.ts";
import type { HeldProject } from "#server/storage/grouping/held-project.ts";
import { sql } from "#server/storage/sql.ts";

type Row = { id: number; about_event: Uint8Array };

/**
 * After an unmerge, moves feedback about events of the part. A merge moves it like every row of an
 * issue. Call after the events are moved.
 */
export async function feedbackFollows(
  { projectId, query }: HeldProject,
  issueId: IssueId,
  slices: EventSlice[],
): Promise<void> {
  const ofIssue = sql`project_id = ${projectId} AND issue_id = ${issueId}`;
  const rows = await query<Row>(
    sql`SELECT id, about_event FROM feedback WHERE ${ofIssue} AND about_event IS NOT NULL`,
  );
  const follow = async ({ id, about_event }: Row) => {
    // An event sent twice may exist on two days. The newer one counts, as everywhere.
    for (const slice of slices) {
      const event = await firstOf(
        slice.query<{ issue_id: IssueId }>(sql`SELECT issue_id FROM events
          WHERE ${slice.within} AND project_id = ${projectId} AND event_id = ${about_event}
          ORDER BY received_at DESC LIMIT 1`),
      );
      if (event === undefined) continue;
      if (event.issue_id !== issueId)
        await query(sql`UPDATE feedback SET issue_id = issues.id FROM issues WHERE feedback.project_id = ${projectId}
          AND feedback.id = ${id} AND issues.project_id = ${projectId} AND issues.id = ${event.issue_id}`);
      return;
    }
  };
  await Promise.all(rows.map(follow));
}
