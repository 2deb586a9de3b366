import type { ShareTarget } from "#server/domain/share/share.ts";
import type { IssueId, ProjectId, TraceId, UserId } from "#server/domain/ids.ts";
import { type Database, firstOf } from "#server/storage/database.ts";
import { anyOf, isAnyOf, raw, sql } from "#server/storage/sql.ts";
import type { ShareStore, ListedShare, Share } from "./share-store.ts";

type ShareRow = {
  id: number;
  project_id: number;
  issue_id: number | null;
  trace_id: string | null;
  made_by: number | null;
  created_at: number;
  expires_at: number | null;
};

const shareColumns = "id, project_id, issue_id, trace_id, made_by, created_at, expires_at";

const shareKeysOf = (target: ShareTarget): [issueId: IssueId | null, traceId: TraceId | null] =>
  target.kind === "issue" ? [target.issueId, null] : [null, target.traceId];

function shareOf(row: ShareRow): Share {
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

/** With its creator, and the issue's number under the project's prefix. */
type ListedRow = ShareRow & { name: string | null; number: number | null; prefix: string };

function listedShareOf(row: ListedRow): ListedShare {
  return {
    ...shareOf(row),
    ...(row.name !== null && { madeByName: row.name }),
    ...(row.number !== null && { issue: `${row.prefix}-${row.number}` }),
  };
}

const columns = raw(shareColumns);

export function shareStore({ query }: Database): ShareStore {
  return {
    async create({ tokenHash, projectId, target, madeBy, createdAt, expiresAt = null }) {
      const [issueId, traceId] = shareKeysOf(target);
      const insert = sql`INSERT INTO shares (token_hash, project_id, issue_id, trace_id, made_by, created_at, expires_at)
        VALUES (${tokenHash}, ${projectId}, ${issueId}, ${traceId}, ${madeBy}, ${createdAt}, ${expiresAt})
        RETURNING ${columns}`;
      return shareOf((await firstOf(query<ShareRow>(insert)))!);
    },
    find: async (tokenHash) =>
      found(
        await firstOf(
          query<ShareRow>(sql`SELECT ${columns} FROM shares WHERE token_hash = ${tokenHash}`),
        ),
      ),
    async list(projectId, of) {
      const [issueId, traceId] = of ? shareKeysOf(of) : [null, null];
      const isOfTarget = of
        ? anyOf([sql`s.issue_id = ${issueId}`, sql`s.trace_id = ${traceId}`])
        : raw("true");
      const rows = await query<
        Omit<ListedRow, "number">
      >(sql`SELECT s.*, u.name, p.prefix FROM shares s
        JOIN projects p ON p.id = s.project_id LEFT JOIN users u ON u.id = s.made_by
        WHERE s.project_id = ${projectId} AND ${isOfTarget} ORDER BY s.id DESC`);
      // A separate query: a cluster distributes issues by project, but not shares.
      const issueIds = rows.flatMap(({ issue_id }) => issue_id ?? []);
      const issues = await query<{ id: number; number: number }>(
        sql`SELECT id, number FROM issues WHERE project_id = ${projectId} AND ${isAnyOf(raw("id"), issueIds)}`,
      );
      const numbers = new Map(issues.map(({ id, number }) => [id, number]));
      return rows.map((row) =>
        listedShareOf({ ...row, number: numbers.get(row.issue_id ?? 0) ?? null }),
      );
    },
    async remove(projectId, id) {
      const remove = sql`DELETE FROM shares WHERE project_id = ${projectId} AND id = ${id} RETURNING ${columns}`;
      return found(await firstOf(query<ShareRow>(remove)));
    },
  };
}

const found = (row: ShareRow | undefined) => row && shareOf(row);
