import type { ShareStore } from "#server/storage/share-store.ts";
import {
  type ListedRow,
  listedShareOf,
  shareColumns,
  shareKeysOf,
  shareOf,
  type ShareRow,
} from "#server/storage/layout/share-row.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const insertShare = `INSERT INTO shares (token_hash, project_id, issue_id, trace_id, made_by, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${shareColumns}`;
const listed = `SELECT s.*, u.name, i.number, p.prefix FROM shares s JOIN projects p ON p.id = s.project_id
  LEFT JOIN users u ON u.id = s.made_by LEFT JOIN issues i ON i.id = s.issue_id WHERE s.project_id = ?`;

export function shareStore({ reader, writer }: Connections, write: Write): ShareStore {
  const insert = prepare<ShareRow>(writer, insertShare);
  const remove = prepare<ShareRow>(
    writer,
    `DELETE FROM shares WHERE project_id = ? AND id = ? RETURNING ${shareColumns}`,
  );
  const find = prepare<ShareRow>(reader, `SELECT ${shareColumns} FROM shares WHERE token_hash = ?`);
  const ofProject = prepare<ListedRow>(reader, `${listed} ORDER BY s.id DESC`);
  const ofTarget = prepare<ListedRow>(reader, `${listed} AND (s.issue_id = ? OR s.trace_id = ?) ORDER BY s.id DESC`);

  return {
    create: ({ tokenHash, projectId, target, madeBy, createdAt, expiresAt }) =>
      write(() =>
        shareOf(insert.get(tokenHash, projectId, ...shareKeysOf(target), madeBy, createdAt, expiresAt ?? null)!),
      ),
    async find(tokenHash) {
      const row = find.get(tokenHash);
      return row && shareOf(row);
    },
    async list(projectId, of) {
      const rows = of ? ofTarget.all(projectId, ...shareKeysOf(of)) : ofProject.all(projectId);
      return rows.map(listedShareOf);
    },
    remove: (projectId, id) =>
      write(() => {
        const row = remove.get(projectId, id);
        return row && shareOf(row);
      }),
  };
}
