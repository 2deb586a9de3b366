import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { BulkAct, BulkFilter, StoredAct } from "#server/domain/issue/bulk-act.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import type { IssueBefore } from "#server/domain/issue/triage.ts";
import { raw, type Sql } from "#server/storage/sql.ts";

export const bulkColumns: Sql = raw(
  "id, project_id, user_id, at, act, seen, filter, cursor, stage, total, done, changed, conflicts, restored, left_alone",
);

export type BulkRow = {
  id: number;
  project_id: number;
  user_id: number;
  at: number;
  act: string;
  seen: number | null;
  filter: string;
  cursor: string | null;
  stage: BulkAct["stage"];
  total: number;
  done: number;
  changed: number;
  conflicts: number;
  restored: number;
  left_alone: number;
};

export function bulkOf(row: BulkRow): BulkAct {
  const { id, at, stage, total, done, changed, conflicts, restored } = row;
  return {
    id,
    at,
    stage,
    total,
    done,
    changed,
    conflicts,
    restored,
    leftAlone: row.left_alone,
    projectId: row.project_id as ProjectId,
    by: row.user_id as UserId,
    act: JSON.parse(row.act) as StoredAct,
    ...(row.seen !== null && { seen: row.seen }),
    filter: JSON.parse(row.filter) as BulkFilter,
    ...(row.cursor !== null && { cursor: row.cursor }),
  };
}

/** An issue's state before a bulk action, and the action's entry in its log. */
export type BulkIssueRow = {
  issue_id: number;
  standing: string;
  assignee_id: number | null;
  activity_id: number;
};

export function beforeOf({ standing, assignee_id }: BulkIssueRow): IssueBefore {
  return {
    state: JSON.parse(standing) as IssueState,
    ...(assignee_id !== null && { assignee: assignee_id as UserId }),
  };
}
