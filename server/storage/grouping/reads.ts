import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { firstOf, type Query } from "#server/storage/database.ts";
import { ofIssue } from "#server/storage/issues/of-issue.ts";
import { byDialect, sql } from "#server/storage/sql.ts";
import type { GroupingStore, UsersInBoth } from "./grouping-store.ts";

/** Whether events are still being moved to or from the issue. */
export async function isMoving(
  query: Query,
  projectId: ProjectId,
  issueId: IssueId,
): Promise<boolean> {
  const moves = await query(sql`SELECT 1 FROM event_moves WHERE project_id = ${projectId}
    AND (from_id = ${issueId} OR to_id = ${issueId} OR counted_in = ${issueId}) LIMIT 1`);
  return moves.length > 0;
}

export const groupingReads = (
  query: Query,
): Pick<GroupingStore, "isMoving" | "owner" | "usersInBoth"> => ({
  isMoving: (projectId, issueId) => isMoving(query, projectId, issueId),
  async owner(projectId, hash) {
    const select = sql`SELECT issue_id FROM fingerprints WHERE project_id = ${projectId} AND hash = ${hash}`;
    return (await firstOf(query<{ issue_id: IssueId }>(select)))?.issue_id;
  },
  async usersInBoth(projectId, [one, other], limit) {
    const inProject = byDialect(sql`true`, sql`b.project_id = ${projectId}`);
    // Looked up one by one, because a join would read all users of the second issue.
    const row = await firstOf(
      query<UsersInBoth>(sql`SELECT count(*) AS "lookedUp", count((SELECT 1 FROM issue_users b
          WHERE ${inProject} AND b.issue_id = ${other} AND b.user_hash = a.user_hash)) AS "inBoth"
        FROM (SELECT user_hash FROM issue_users WHERE ${ofIssue(projectId, one)} ORDER BY user_hash LIMIT ${limit}) a`),
    );
    return { ...row! };
  },
});
