import type { ProjectId, UserId } from "#server/domain/ids.ts";
import { type Database, firstOf, catchTaken } from "#server/storage/database.ts";
import { forUpdate, raw, sql, withoutCase } from "#server/storage/sql.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";
import type { SavedSearch, SearchStore } from "./search-store.ts";

type SearchRow = {
  id: number;
  project_id: ProjectId;
  user_id: UserId | null;
  name: string;
  query: string;
  sort: IssueSort;
  is_default: number;
};

const searchColumns = "id, project_id, user_id, name, query, sort, is_default";

const searchOf = ({ project_id, user_id, is_default, ...row }: SearchRow): SavedSearch => ({
  ...row,
  projectId: project_id,
  ...(user_id !== null && { userId: user_id }),
  isDefault: is_default === 1,
});

const columns = raw(searchColumns);
const selectSearches = sql`SELECT ${columns} FROM saved_searches`;

export function searchStore({ query, transaction }: Database): SearchStore {
  return {
    async list(projectId, userId) {
      const rows = await query<SearchRow>(sql`${selectSearches}
        WHERE project_id = ${projectId} AND (user_id IS NULL OR user_id = ${userId})
        ORDER BY ${withoutCase("name")}, id`);
      return rows.map(searchOf);
    },
    default: async (projectId) =>
      found(
        await firstOf(
          query<SearchRow>(
            sql`${selectSearches} WHERE project_id = ${projectId} AND is_default = 1`,
          ),
        ),
      ),
    async add({ projectId, userId = null, name, query: text, sort }) {
      const insert = sql`INSERT INTO saved_searches (project_id, user_id, name, query, sort)
        VALUES (${projectId}, ${userId}, ${name}, ${text}, ${sort}) ON CONFLICT DO NOTHING RETURNING ${columns}`;
      return found(await firstOf(query<SearchRow>(insert))) ?? "taken";
    },
    async rename(projectId, id, name) {
      const rename = sql`UPDATE saved_searches SET name = ${name} WHERE project_id = ${projectId} AND id = ${id}
        RETURNING ${columns}`;
      const row = await catchTaken(firstOf(query<SearchRow>(rename)));
      return row === "taken" ? row : found(row);
    },
    setDefault: (projectId, id) =>
      transaction(async (query) => {
        // Serializes concurrent choices; the later one wins.
        await query(sql`SELECT id FROM saved_searches WHERE project_id = ${projectId} AND user_id IS NULL
          ORDER BY id${forUpdate}`);
        await query(
          sql`UPDATE saved_searches SET is_default = 0 WHERE project_id = ${projectId} AND is_default = 1`,
        );
        if (id === undefined) return;
        await query(sql`UPDATE saved_searches SET is_default = 1
          WHERE project_id = ${projectId} AND id = ${id} AND user_id IS NULL`);
      }),
    remove: async (projectId, id) =>
      void (await query(
        sql`DELETE FROM saved_searches WHERE project_id = ${projectId} AND id = ${id}`,
      )),
  };
}

const found = (row: SearchRow | undefined) => row && searchOf(row);
