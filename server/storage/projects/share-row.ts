import type { IssueId, ProjectId, TraceId, UserId } from "#server/domain/ids.ts";
import type { ShareTarget } from "#server/domain/share/share.ts";
import type { ListedShare, Share } from "./share-store.ts";

export type ShareRow = {
  id: number;
  project_id: number;
  issue_id: number | null;
  trace_id: string | null;
  made_by: number | null;
  created_at: number;
  expires_at: number | null;
};

export const shareColumns = "id, project_id, issue_id, trace_id, made_by, created_at, expires_at";

export const shareKeysOf = (
  target: ShareTarget,
): [issueId: IssueId | null, traceId: TraceId | null] =>
  target.kind === "issue" ? [target.issueId, null] : [null, target.traceId];

export function shareOf(row: ShareRow): Share {
  return {
    id: row.id,
    projectId: row.project_id as ProjectId,
    target:
      row.issue_id === null
        ? { kind: "trace", traceId: row.trace_id as TraceId }
        : { kind: "issue", issueId: row.issue_id as IssueId },
    createdAt: row.created_at,
    ...(row.made_by !== null && { madeBy: row.made_by as UserId }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  };
}

/** With who made it, and the issue's number under the project's prefix. */
export type ListedRow = ShareRow & { name: string | null; number: number | null; prefix: string };

export function listedShareOf(row: ListedRow): ListedShare {
  return {
    ...shareOf(row),
    ...(row.name !== null && { madeByName: row.name }),
    ...(row.number !== null && { issue: `${row.prefix}-${row.number}` }),
  };
}
