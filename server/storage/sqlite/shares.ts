import type { IssueId, ProjectId, TraceId, UserId } from "#server/domain/ids.ts";
import type { ShareTarget } from "#server/domain/share/share.ts";
import type { ListedShare, Share, ShareStore } from "#server/storage/share-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type ShareRow = {
  id: number;
  project_id: number;
  issue_id: number | null;
  trace_id: string | null;
  made_by: number | null;
  created_at: number;
  expires_at: number | null;
};
type ListedRow = ShareRow & { name: string | null; number: number | null; prefix: string };

const columns = "id, project_id, issue_id, trace_id, made_by, created_at, expires_at";
const insertShare = `INSERT INTO shares (token_hash, project_id, issue_id, trace_id, made_by, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${columns}`;
const listed = `SELECT s.*, u.name, i.number, p.prefix FROM shares s JOIN projects p ON p.id = s.project_id
  LEFT JOIN users u ON u.id = s.made_by LEFT JOIN issues i ON i.id = s.issue_id WHERE s.project_id = ?`;

export function shareStore({ reader, writer }: Connections, write: Write): ShareStore {
  const insert = prepare<ShareRow>(writer, insertShare);
  const remove = prepare<ShareRow>(writer, `DELETE FROM shares WHERE project_id = ? AND id = ? RETURNING ${columns}`);
  const find = prepare<ShareRow>(reader, `SELECT ${columns} FROM shares WHERE token_hash = ?`);
  const ofProject = prepare<ListedRow>(reader, `${listed} ORDER BY s.id DESC`);
  const ofTarget = prepare<ListedRow>(reader, `${listed} AND (s.issue_id = ? OR s.trace_id = ?) ORDER BY s.id DESC`);

  return {
    create: ({ tokenHash, projectId, target, madeBy, createdAt, expiresAt }) =>
      write(() => shareOf(insert.get(tokenHash, projectId, ...keysOf(target), madeBy, createdAt, expiresAt ?? null)!)),
    async find(tokenHash) {
      const row = find.get(tokenHash);
      return row && shareOf(row);
    },
    async list(projectId, of) {
      const rows = of ? ofTarget.all(projectId, ...keysOf(of)) : ofProject.all(projectId);
      return rows.map(listedOf);
    },
    remove: (projectId, id) =>
      write(() => {
        const row = remove.get(projectId, id);
        return row && shareOf(row);
      }),
  };
}

const keysOf = (target: ShareTarget): [issueId: IssueId | null, traceId: TraceId | null] =>
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

function listedOf(row: ListedRow): ListedShare {
  return {
    ...shareOf(row),
    ...(row.name !== null && { madeByName: row.name }),
    ...(row.number !== null && { issue: `${row.prefix}-${row.number}` }),
  };
}
