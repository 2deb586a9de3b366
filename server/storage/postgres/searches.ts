import { searchColumns, searchOf, type SearchRow } from "#server/storage/layout/saved-search-row.ts";
import type { SearchStore } from "#server/storage/search-store.ts";
import type { Database } from "./database.ts";
import { unlessTaken } from "./unique.ts";

const selectAll = `SELECT ${searchColumns} FROM saved_searches
  WHERE project_id = $1 AND (user_id IS NULL OR user_id = $2) ORDER BY lower(name), id`;
const selectDefault = `SELECT ${searchColumns} FROM saved_searches WHERE project_id = $1 AND is_default = 1`;
const insert = `INSERT INTO saved_searches (project_id, user_id, name, query, sort) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING RETURNING ${searchColumns}`;
const rename = `UPDATE saved_searches SET name = $3 WHERE project_id = $1 AND id = $2 RETURNING ${searchColumns}`;
const lockShared = `SELECT id FROM saved_searches WHERE project_id = $1 AND user_id IS NULL ORDER BY id FOR UPDATE`;
const unset = "UPDATE saved_searches SET is_default = 0 WHERE project_id = $1 AND is_default = 1";
const set = "UPDATE saved_searches SET is_default = 1 WHERE project_id = $1 AND id = $2 AND user_id IS NULL";

export function searchStore({ query, transaction }: Database): SearchStore {
  return {
    list: async (projectId, userId) => (await query<SearchRow>(selectAll, projectId, userId)).map(searchOf),
    default: async (projectId) => found(await query<SearchRow>(selectDefault, projectId)),
    async add({ projectId, userId, name, query: text, sort }) {
      return found(await query<SearchRow>(insert, projectId, userId ?? null, name, text, sort)) ?? "taken";
    },
    async rename(projectId, id, name) {
      const rows = await unlessTaken(query<SearchRow>(rename, projectId, id, name));
      return rows === "taken" ? rows : found(rows);
    },
    setDefault: (projectId, id) =>
      transaction(async (query) => {
        // Two who choose at once take turns: the later one's stays.
        await query(lockShared, projectId);
        await query(unset, projectId);
        if (id !== undefined) await query(set, projectId, id);
      }),
    remove: async (projectId, id) =>
      void (await query("DELETE FROM saved_searches WHERE project_id = $1 AND id = $2", projectId, id)),
  };
}

const found = ([row]: SearchRow[]) => row && searchOf(row);
