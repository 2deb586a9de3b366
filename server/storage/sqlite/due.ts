import type { DatabaseSync } from "node:sqlite";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { standingOf } from "./issue-standing.ts";
import { prepare } from "./statement.ts";

type DueRow = { project_id: ProjectId; id: IssueId };

/** Found by (project, state, substate): new issues are few, and those ignored until a time are a part of the ignored. */
export function readDue(reader: DatabaseSync): IssueStore["due"] {
  const fresh = standingOf({ state: "open", substate: "new" });
  const ignored = standingOf({ state: "ignored", at: 0, until: { kind: "forever" } });
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
    statement.all(newBefore, ignoredUntil, limit).map(({ project_id, id }) => ({ projectId: project_id, id }));
}
