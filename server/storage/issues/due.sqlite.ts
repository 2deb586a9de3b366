import type { DatabaseSync } from "node:sqlite";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { IssueStore } from "#server/storage/issues/issue-store.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type DueRow = { project_id: ProjectId; id: IssueId };

/**
 * Found by (project, state, substate): new issues are few, and those ignored until a time are a
 * part of the ignored. Each statement names its index. PostgreSQL has partial indexes, whose
 * conditions its statements repeat.
 */
export function readDue(reader: DatabaseSync): IssueStore["due"] {
  const fresh = storedStatusOf({ state: "open", substate: "new" });
  const ignored = storedStatusOf({ state: "ignored", at: 0, until: { kind: "forever" } });
  const statement = prepare<DueRow>(
    reader,
    `SELECT i.project_id, i.id FROM projects p CROSS JOIN issues i INDEXED BY issues_by_standing ON i.project_id = p.id
      WHERE i.state = ${fresh.state} AND i.substate = ${fresh.substate} AND i.first_seen <= ?1
     UNION ALL
     SELECT i.project_id, i.id FROM projects p CROSS JOIN issues i INDEXED BY issues_by_standing ON i.project_id = p.id
      WHERE i.state = ${ignored.state} AND i.standing ->> '$.until.at' <= ?2
     LIMIT ?3`,
  );
  return async ({ newBefore, ignoredUntil, limit }) =>
    statement
      .all(newBefore, ignoredUntil, limit)
      .map(({ project_id, id }) => ({ projectId: project_id, id }));
}

export function readWaiting(reader: DatabaseSync): IssueStore["waitingToEscalate"] {
  const { state } = storedStatusOf({ state: "ignored", at: 0, until: { kind: "escalates" } });
  const statement = prepare<DueRow>(
    reader,
    `SELECT project_id, id FROM issues INDEXED BY issues_to_escalate
      WHERE state = ${state} AND standing ->> '$.until.kind' = 'escalates' AND (last_seen >= ?1 OR EXISTS (SELECT 1
        FROM late_arrivals l WHERE l.issue_id = issues.id AND l.received_at >= ?1)) ORDER BY last_seen LIMIT ?2`,
  );
  return async (seenSince, limit) =>
    statement.all(seenSince, limit).map(({ project_id, id }) => ({ projectId: project_id, id }));
}

export function readInactive(reader: DatabaseSync): IssueStore["inactive"] {
  const { state } = storedStatusOf({ state: "open", substate: "ongoing" });
  const statement = prepare<Pick<DueRow, "id">>(
    reader,
    `SELECT id FROM issues INDEXED BY issues_by_last_seen
      WHERE project_id = ? AND state = ${state} AND last_seen <= ? ORDER BY last_seen LIMIT ?`,
  );
  return async (projectId, seenBefore, limit) =>
    statement.all(projectId, seenBefore, limit).map(({ id }) => id);
}
