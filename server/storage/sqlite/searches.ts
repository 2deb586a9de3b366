import type { SearchStore } from "#server/storage/search-store.ts";
import { searchColumns, searchOf, type SearchRow } from "#server/storage/layout/saved-search-row.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function searchStore({ reader, writer }: Connections, write: Write): SearchStore {
  const list = prepare<SearchRow>(
    reader,
    `SELECT ${searchColumns} FROM saved_searches WHERE project_id = ? AND (user_id IS NULL OR user_id = ?)
      ORDER BY name COLLATE NOCASE, id`,
  );
  const chosen = prepare<SearchRow>(
    reader,
    `SELECT ${searchColumns} FROM saved_searches WHERE project_id = ? AND is_default = 1`,
  );
  const insert = prepare<SearchRow>(
    writer,
    `INSERT INTO saved_searches (project_id, user_id, name, query, sort) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING RETURNING ${searchColumns}`,
  );
  const find = prepare<SearchRow>(
    writer,
    `SELECT ${searchColumns} FROM saved_searches WHERE project_id = ? AND id = ?`,
  );
  const rename = prepare(writer, "UPDATE OR IGNORE saved_searches SET name = ? WHERE id = ?");
  const unset = prepare(writer, "UPDATE saved_searches SET is_default = 0 WHERE project_id = ? AND is_default = 1");
  const set = prepare(
    writer,
    "UPDATE saved_searches SET is_default = 1 WHERE project_id = ? AND id = ? AND user_id IS NULL",
  );
  const remove = prepare(writer, "DELETE FROM saved_searches WHERE project_id = ? AND id = ?");

  return {
    list: async (projectId, userId) => list.all(projectId, userId).map(searchOf),
    async default(projectId) {
      const row = chosen.get(projectId);
      return row && searchOf(row);
    },
    add: ({ projectId, userId, name, query, sort }) =>
      write(() => {
        const row = insert.get(projectId, userId ?? null, name, query, sort);
        return row ? searchOf(row) : "taken";
      }),
    rename: (projectId, id, name) =>
      write(() => {
        const row = find.get(projectId, id);
        if (!row) return undefined;
        return rename.run(name, id) > 0 ? searchOf({ ...row, name }) : "taken";
      }),
    setDefault: (projectId, id) =>
      write(() => {
        unset.run(projectId);
        if (id !== undefined) set.run(projectId, id);
      }),
    remove: (projectId, id) => write(() => void remove.run(projectId, id)),
  };
}
