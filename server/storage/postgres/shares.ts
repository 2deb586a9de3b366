import {
  type ListedRow,
  listedShareOf,
  shareColumns,
  shareKeysOf,
  shareOf,
  type ShareRow,
} from "#server/storage/layout/share-row.ts";
import type { ShareStore } from "#server/storage/share-store.ts";
import type { Database } from "./database.ts";

const insert = `INSERT INTO shares (token_hash, project_id, issue_id, trace_id, made_by, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${shareColumns}`;
const remove = `DELETE FROM shares WHERE project_id = $1 AND id = $2 RETURNING ${shareColumns}`;
const listed = `SELECT s.*, u.name, p.prefix FROM shares s JOIN projects p ON p.id = s.project_id
  LEFT JOIN users u ON u.id = s.made_by WHERE s.project_id = $1`;
const ofProject = `${listed} ORDER BY s.id DESC`;
const ofTarget = `${listed} AND (s.issue_id = $2 OR s.trace_id = $3) ORDER BY s.id DESC`;
const selectNumbers = "SELECT id, number FROM issues WHERE project_id = $1 AND id = ANY($2::bigint[])";

export function shareStore({ query }: Database): ShareStore {
  return {
    async create({ tokenHash, projectId, target, madeBy, createdAt, expiresAt }) {
      const values = [tokenHash, projectId, ...shareKeysOf(target), madeBy, createdAt, expiresAt ?? null];
      return shareOf((await query<ShareRow>(insert, ...values))[0]!);
    },
    find: async (tokenHash) =>
      found(await query<ShareRow>(`SELECT ${shareColumns} FROM shares WHERE token_hash = $1`, tokenHash)),
    async list(projectId, of) {
      type Row = Omit<ListedRow, "number">;
      const rows = await (of ? query<Row>(ofTarget, projectId, ...shareKeysOf(of)) : query<Row>(ofProject, projectId));
      const issueIds = rows.flatMap(({ issue_id }) => issue_id ?? []);
      const issues = await query<{ id: number; number: number }>(selectNumbers, projectId, issueIds);
      const numbers = new Map(issues.map(({ id, number }) => [id, number]));
      return rows.map((row) => listedShareOf({ ...row, number: numbers.get(row.issue_id ?? 0) ?? null }));
    },
    remove: async (projectId, id) => found(await query<ShareRow>(remove, projectId, id)),
  };
}

const found = ([row]: ShareRow[]) => row && shareOf(row);
