import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import type { IssueStore } from "#server/storage/issues/issue-store.ts";
import { allProjects } from "#server/storage/postgres/all-projects.ts";
import type { Query } from "#server/storage/postgres/database.ts";

type DueRow = { project_id: ProjectId; id: IssueId };

const fresh = storedStatusOf({ state: "open", substate: "new" });
const { state: open } = fresh;
const { state: ignored } = storedStatusOf({ state: "ignored", at: 0, until: { kind: "forever" } });

// Conditions match those of their partial indexes.
const selectDue = `SELECT project_id, id FROM issues
    WHERE project_id = ANY($1::bigint[]) AND state = ${open} AND substate = ${fresh.substate} AND first_seen <= $2
  UNION ALL SELECT project_id, id FROM issues
    WHERE project_id = ANY($1::bigint[]) AND state = ${ignored} AND (standing::jsonb #>> '{until,kind}') = 'time'
    AND ((standing::jsonb #>> '{until,at}')::bigint) <= $3
  LIMIT $4`;
const selectWaiting = `SELECT project_id, id FROM issues WHERE project_id = ANY($1::bigint[]) AND state = ${ignored}
  AND (standing::jsonb #>> '{until,kind}') = 'escalates' AND (last_seen >= $2 OR EXISTS (SELECT 1 FROM late_arrivals l
    WHERE l.project_id = issues.project_id AND l.issue_id = issues.id AND l.received_at >= $2)) ORDER BY last_seen LIMIT $3`;
const selectInactive = `SELECT id FROM issues
  WHERE project_id = $1 AND state = ${open} AND last_seen <= $2 ORDER BY last_seen, id LIMIT $3`;

/**
 * Found by (project, state, substate): new issues are few. Issues ignored until a time have a
 * separate index.
 */
export const readDue =
  (query: Query): IssueStore["due"] =>
  async ({ newBefore, ignoredUntil, limit, of }) => {
    const rows = await query<DueRow>(
      selectDue,
      of ?? (await allProjects(query)),
      newBefore,
      ignoredUntil,
      limit,
    );
    return rows.map(({ project_id, id }) => ({ projectId: project_id, id }));
  };

export const readWaiting =
  (query: Query): IssueStore["waitingToEscalate"] =>
  async (seenSince, limit, of) => {
    const ids = of ?? (await allProjects(query));
    const rows = await query<DueRow>(selectWaiting, ids, seenSince, limit);
    return rows.map(({ project_id, id }) => ({ projectId: project_id, id }));
  };

export const readInactive =
  (query: Query): IssueStore["inactive"] =>
  async (projectId, seenBefore, limit) =>
    (await query<DueRow>(selectInactive, projectId, seenBefore, limit)).map(({ id }) => id);
