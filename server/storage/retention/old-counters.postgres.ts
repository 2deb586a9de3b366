import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import { allProjects } from "#server/storage/postgres/all-projects.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { deleteSlice } from "#server/storage/deletions/empty-tables.postgres.ts";

type Before = Parameters<RetentionStore["evictCounters"]>[0];

/** Rows per statement: a few milliseconds, during which a digest of the project may wait. */
const slice = 2_000;
const issuesAtOnce = 500;

const olderThan = "project_id = $1 AND hour < $2";
/** By project and time, as their keys start with both. */
const ofProjects = [
  { statement: deleteSlice("project_hours", olderThan, 3), kept: "days" },
  { statement: deleteSlice("ledger", olderThan, 3), kept: "days" },
  { statement: deleteSlice("service_edges", olderThan, 3), kept: "hours" },
] as const;

/**
 * By issue and time. There is no index of the oldest of all: it would be written with every event.
 */
const ofIssues = [
  {
    statement:
      "DELETE FROM issue_hours WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) AND hour < $3",
    kept: "hours",
  },
  {
    statement:
      "DELETE FROM issue_days WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) AND day < $3",
    kept: "days",
  },
] as const;

// In ID order, which is the order of receipt.
const oldLate = `DELETE FROM late_arrivals WHERE project_id = $1 AND received_at < $2 AND id IN
  (SELECT id FROM late_arrivals WHERE project_id = $1 ORDER BY id LIMIT ${slice})`;
const selectIssues = `SELECT id FROM issues WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT ${issuesAtOnce}`;
const oldIncidents = "DELETE FROM monitor_incidents WHERE at < $1";
const oldActs = "DELETE FROM retention_acts WHERE at < $1 AND ended_at IS NOT NULL";

/**
 * Walks projects, and issues within each in portions, then starts over. Passes over a project whose
 * cluster node doesn't respond.
 */
export function evictCounters({ query }: Database): RetentionStore["evictCounters"] {
  let at: { projectId: ProjectId; issueId: number } | undefined;

  return async (before) => {
    if (!at) await Promise.all([query(oldIncidents, before.days), query(oldActs, before.days)]);
    const projects = (await allProjects(query)).toSorted((a, b) => a - b);
    const projectId = projects.find(
      (id) => !at || id > at.projectId || (id === at.projectId && at.issueId >= 0),
    );
    if (projectId === undefined) {
      at = undefined;
      return false;
    }
    const after = at?.projectId === projectId ? at.issueId : 0;
    return evictOf(projectId, after, before).catch((error: unknown) => {
      if (!isNodeAway(error)) throw error;
      at = { projectId, issueId: -1 };
      return true;
    });
  };

  async function evictOf(projectId: ProjectId, after: number, before: Before): Promise<boolean> {
    if (after === 0 && (await query(oldLate, projectId, before.late)).count > 0) return true;
    if (after === 0)
      for (const { statement, kept } of ofProjects)
        if ((await query(statement, projectId, before[kept], slice)).count === slice) return true;
    const ids = (await query<{ id: number }>(selectIssues, projectId, after)).map(({ id }) => id);
    if (ids.length > 0)
      for (const { statement, kept } of ofIssues)
        await query(statement, projectId, ids, before[kept]);
    at = { projectId, issueId: ids.length === issuesAtOnce ? ids.at(-1)! : -1 };
    return true;
  }
}
